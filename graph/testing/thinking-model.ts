import { LLMock, type ChatCompletionRequest, type ChatMessage } from '@copilotkit/aimock';

import { MEMORY_PATH } from '#contract/names';

import { readFence } from '#graph/memory/fence';

export interface ThinkingOptions {
  /** Milliseconds before each piece of an answer. */
  readonly latency?: number;
  /** Holds the first readers back until so many have read, so that all of them write from one text. */
  readonly together?: number;
  /** Whether the writers then follow one another, each with a prompt that shows the earlier writes. */
  readonly oneByOne?: boolean;
}

/** More calls than any conversation needs; one that is still refused then is in a loop. */
const MAX_CALLS = 12;

/**
 * A served model that reads the memory file by tool, thinks for one more call, and writes what it had
 * read with the person's fact added: the whole file, or, for "Edit: …", an edit. Its prompt is newer
 * than the text that it writes from. When it is refused it writes again from its prompt.
 */
export class ThinkingModel {
  readonly server: LLMock;
  /** Results of the tools that said an error, in the order in which they came. */
  readonly refusals: string[] = [];
  #reading = 0;
  #turn: Promise<void> = Promise.resolve();
  readonly #options: ThinkingOptions;
  readonly #allRead = Promise.withResolvers<undefined>();
  readonly #finished = new Map<string, () => void>();

  constructor(options: ThinkingOptions = {}) {
    this.#options = options;
    const { latency = 0 } = options;
    this.server = new LLMock({ port: 0, latency, chunkSize: 40, journalMaxEntries: 0 });
    this.server.on({ predicate: () => true }, (request) => this.#answer(request));
  }

  async #answer({ messages }: ChatCompletionRequest) {
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const fact = textOf(messages[asked]);
    const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool');
    const last = textOf(results.at(-1));
    if (last.startsWith('Error')) this.refusals.push(last);
    if (results.length === 0) return call('read_file', {});
    if (results.length === 1) {
      await this.#think(fact);
      return { toolCalls: [{ name: 'ls', arguments: '{"path":"/"}' }] };
    }
    if (results.length > 2 && !last.startsWith('Error')) {
      this.#finished.get(fact)?.();
      return { content: `Noted: ${fact}` };
    }
    if (results.length > MAX_CALLS) throw new Error(`Refused for ever: ${last}`);
    const system = textOf(messages.find(({ role }) => role === 'system'));
    const text = results.length > 2 ? (readFence(system) ?? '') : readText(textOf(results[0]));
    return written(fact, text);
  }

  /** Waits until the others have read too, and for its turn. */
  async #think(fact: string): Promise<void> {
    const { together = 1, oneByOne = false } = this.#options;
    this.#reading += 1;
    if (this.#reading >= together) this.#allRead.resolve(undefined);
    const before = this.#turn;
    if (oneByOne) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#turn = promise.then(() => undefined);
      this.#finished.set(fact, () => resolve(undefined));
    }
    await this.#allRead.promise;
    await before;
  }
}

/** The call that adds the fact to a text. */
function written(fact: string, text: string) {
  const line = `- ${fact.replace(/^Edit: /, '')}`;
  const last = text
    .trimEnd()
    .split('\n')
    .findLast((each) => each !== '');
  if (fact.startsWith('Edit: ') && last !== undefined)
    return call('edit_file', { old_string: last, new_string: `${last}\n${line}` });
  return call('write_file', { content: `${text.trimEnd()}\n${line}\n`.trimStart() });
}

function call(name: string, args: Record<string, string>) {
  return {
    toolCalls: [{ name, arguments: JSON.stringify({ file_path: MEMORY_PATH, ...args }) }],
  };
}

/** The lines of a read_file result, without the header above them. */
function readText(result: string): string {
  return result.startsWith('Error') ? '' : result.replace(/^@@ .* @@\n/, '');
}

function textOf(message: ChatMessage | undefined): string {
  const { content } = message ?? {};
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}
