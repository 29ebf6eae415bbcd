import { LLMock, type ChatCompletionRequest } from '@copilotkit/aimock';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

import { answerPrompt, converterPrompt, criticPrompt } from '#graph/agents/convert/prompt';
import { createModel } from '#graph/models/create-model';
import { loadPrompt } from '#graph/prompts';
import { Harness } from '#graph/testing/harness';

import type { Row } from './row.ts';

/** Most tokens of system text and tools before anyone has said a word. */
const FIXED_BAR = 2600;

/** Turns of the conversation by which the two places of memory are compared. */
const TURNS = 30;

/** What a call of each assistant costs before a word is said, and where memory is cheaper. */
export async function tokens(): Promise<Row[]> {
  const rows: Row[] = [await fixedTokens(), ...otherAssistants()];
  for (const notes of [20, 200])
    for (const writeEvery of [Infinity, 10, 3]) rows.push(await placement(notes, writeEvery));
  return rows;
}

/** System text and tools of a turn, before anyone has said a word. */
export async function fixedTokens(): Promise<Row & { readonly bar: number }> {
  const [first] = await requestsOf({ turns: 1, notes: 0, writeEvery: Infinity });
  if (!first) throw new Error('The model was not asked.');
  const [system, tools] = [count(systemOf(first)), count(JSON.stringify(first.tools))];
  return {
    what: 'fixed tokens of a turn of memory: system text and tools (o200k)',
    value: system + tools,
    unit: 'tokens',
    bar: FIXED_BAR,
    note: `system ${system}, tools ${tools}`,
  };
}

/** Calls of the other assistants: they offer no tools, so that their system texts are all there is. */
function otherAssistants(): Row[] {
  const nothing = { sources: [], conventions: [] };
  const calls = {
    'convert, the converter': converterPrompt(nothing, { way: 'first', draft: [] }),
    'convert, the critic': criticPrompt(nothing, [], []),
    'convert, an answer in the chat': answerPrompt(nothing, [], 'accepted', ''),
    'research, the analysis': [{ text: loadPrompt('research') }],
  };
  return Object.entries(calls).map(([name, messages]) => ({
    what: `fixed tokens of a call of ${name} (o200k)`,
    value: messages.reduce((sum, { text }) => sum + count(text), 0),
    unit: 'tokens',
  }));
}

/** Tokens that no prefix of the call before covers, in a whole conversation: memory before the history. */
async function placement(notes: number, writeEvery: number): Promise<Row> {
  const requests = await requestsOf({ turns: TURNS, notes, writeEvery });
  const before = uncached(requests.map((request) => [systemOf(request), ...historyOf(request)]));
  const behind = uncached(
    requests.map((request) => {
      const [rest = '', memory = ''] = systemOf(request).split(/(?=\n\nNotes from earlier)/);
      return [rest, ...historyOf(request), memory];
    }),
  );
  const writes = writeEvery === Infinity ? 'no write' : `a write every ${writeEvery} turns`;
  return {
    what: `uncached tokens of ${TURNS} turns, ${notes} notes, ${writes}`,
    value: before,
    unit: 'tokens',
    note: `behind the history ${behind}; ${requests.length} calls`,
  };
}

interface Talk {
  readonly turns: number;
  readonly notes: number;
  readonly writeEvery: number;
}

/** The requests of a conversation, as a provider gets them. */
async function requestsOf({ turns, notes, writeEvery }: Talk): Promise<ChatCompletionRequest[]> {
  const requests: ChatCompletionRequest[] = [];
  const server = new LLMock({ port: 0, journalMaxEntries: 0 });
  server.on({ predicate: () => true }, (request) => {
    requests.push(request);
    const turn = request.messages.filter(({ role }) => role === 'user').length;
    const writes = turn % writeEvery === 0 && request.messages.at(-1)?.role === 'user';
    if (!writes) return { content: `${ANSWER} (${turn})` };
    const args = { old_string: '- Note 1 ', new_string: `- Note 1 ${turn} ` };
    const call = { file_path: '/memories/AGENTS.md', ...args };
    return { toolCalls: [{ name: 'edit_file', arguments: JSON.stringify(call) }] };
  });
  await server.start();
  try {
    const harness = new Harness(createModel({ OPENAI_BASE_URL: `${server.url}/v1` }));
    if (notes > 0) await harness.plant(notesOf(notes));
    for (let turn = 1; turn <= turns; turn += 1) {
      const { error } = await harness.say('t', `${QUESTION} (${turn})`, { past: NO_CONVERSATIONS });
      if (error !== undefined) throw new Error('A turn failed.', { cause: error });
    }
    return requests;
  } finally {
    await server.stop();
  }
}

/** As on the product's own server, where past conversations can be searched. */
const NO_CONVERSATIONS = { search: () => Promise.resolve([]), around: () => Promise.resolve([]) };

/** About 40 and 120 tokens, as people and models write. */
const QUESTION =
  'Could you look at the plan for the flight to Sun Valley again and tell me whether the fuel stop in Twin Falls still makes sense, given the wind that is forecast for the afternoon?';
const ANSWER =
  'With the forecast headwind of about 35 knots the leg takes some twenty minutes longer than planned, so the reserve at Sun Valley would be just under the hour that you like to keep. The stop in Twin Falls therefore still makes sense. If you leave before ten in the morning, the wind is only half of that: then you could fly straight, arrive with an hour and a quarter of fuel, and refuel at the destination, where the price is a little higher but the line is short. I would plan the stop and decide on the ground.';

function notesOf(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `- Note ${at} is about the aircraft, the base or the briefings of this pilot.\n`,
  ).join('');
}

function count(text: string): number {
  return encode(text).length;
}

function systemOf({ messages }: ChatCompletionRequest): string {
  return textOf(messages.find(({ role }) => role === 'system'));
}

function historyOf({ messages }: ChatCompletionRequest): string[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(
      (message) => `${message.role}: ${textOf(message)}${JSON.stringify(message.tool_calls ?? '')}`,
    );
}

function textOf(message: ChatCompletionRequest['messages'][number] | undefined): string {
  const { content } = message ?? {};
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

function uncached(prompts: readonly (readonly string[])[]): number {
  let sum = 0;
  let previous = '';
  for (const parts of prompts) {
    const prompt = parts.join('\n');
    let same = 0;
    while (same < prompt.length && prompt[same] === previous[same]) same += 1;
    sum += count(prompt.slice(same));
    previous = prompt;
  }
  return sum;
}
