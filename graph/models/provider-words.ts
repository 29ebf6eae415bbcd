import type { Failure } from './failure.ts';

export const TOO_LONG: Failure = {
  kind: 'context-too-long',
  sentence: 'This conversation is too long for the model. Start a new one.',
  retryable: false,
};

export const KEY_REFUSED: Failure = {
  kind: 'model-key',
  sentence: 'The model provider does not accept the API key. Check OPENAI_API_KEY.',
  retryable: false,
};

export const NO_CREDIT: Failure = {
  kind: 'model-quota',
  sentence: 'The account with the model provider has no credit left. Check its billing.',
  retryable: false,
};

export const UNKNOWN_MODEL: Failure = {
  kind: 'model-unknown',
  sentence: 'The provider does not know this model. Check OPENAI_MODEL and OPENAI_BASE_URL.',
  retryable: false,
};

const WITHOUT_TOOLS: Failure = {
  kind: 'model-without-tools',
  sentence: 'This model cannot use tools, which the agent needs. Choose another OPENAI_MODEL.',
  retryable: false,
};

const LOADING: Failure = {
  kind: 'model-busy',
  sentence: 'The model is still being loaded. Try again in a moment.',
  retryable: true,
};

const FILTERED: Failure = {
  kind: 'model-refused',
  sentence: "The model provider's content filter refused this message. Say it in other words.",
  retryable: false,
};

const REGION: Failure = {
  kind: 'model-refused',
  sentence: 'The model provider does not serve the country or region that this server is in.',
  retryable: false,
};

/** What a provider's own words mean, whatever status they came with; the first that matches holds. */
export const PROVIDER_WORDS: readonly { readonly words: RegExp; readonly failure: Failure }[] = [
  {
    // OpenAI, vLLM, Mistral, Groq; llama.cpp; LM Studio; Gemini; Anthropic.
    words:
      /context[_ ]length|context (?:size|window|overflow)|exceeds? the (?:available|maximum|model'?s?) (?:context|number of (?:input )?tokens)|input token count|prompt is too long|too large for model|reduce the length|number of tokens to keep/i,
    failure: TOO_LONG,
  },
  {
    // Ollama, OpenRouter, vLLM, llama.cpp.
    words:
      /(?:not|n't) support tools?\b|support tool use|tools? (?:is|are|use is|calling is) not supported|enable-auto-tool-choice|requires? --jinja/i,
    failure: WITHOUT_TOOLS,
  },
  {
    words: /unsupported_country|country, region|not available in your (?:country|region)/i,
    failure: REGION,
  },
  {
    words:
      /content[_ ](?:filter|policy|management policy)|moderation|flagged|safety (?:system|settings)/i,
    failure: FILTERED,
  },
  {
    words: /insufficient[_ ](?:quota|balance|credit)|credit balance|exceeded your current quota/i,
    failure: NO_CREDIT,
  },
  {
    words:
      /model_not_found|no models? (?:is |are )?loaded|model .{0,80}(?:does not exist|not found)/i,
    failure: UNKNOWN_MODEL,
  },
  { words: /loading model|model is (?:currently )?loading/i, failure: LOADING },
  { words: /invalid_api_key|incorrect api key|api key not valid/i, failure: KEY_REFUSED },
];
