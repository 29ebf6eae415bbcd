import {
  confidentialIn,
  errorText,
  guardedEvents,
  guardedReply,
  isJson,
  redactedText,
} from './guarded-reply.ts';

/**
 * `fetch` of a provider whose words about an error are redacted before its client reads them: providers
 * quote keys and prompts, and a client's error goes into events, checkpoints and logs.
 */
export function guardedFetch(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    const confidential = () => confidentialIn(init);
    if (!response.ok)
      return guardedReply(response, redactedText(await errorText(response.body), confidential()));
    const type = response.headers.get('content-type') ?? '';
    if (response.body && type.includes('event-stream'))
      return guardedReply(response, guardedEvents(response.body, confidential));
    if (!type.includes('json')) return guardedReply(response, response.body);
    const text = await response.text();
    if (isJson(text)) return guardedReply(response, text);
    const { headers } = response;
    return guardedReply({ status: 502, headers }, redactedText(text, confidential()));
  };
}
