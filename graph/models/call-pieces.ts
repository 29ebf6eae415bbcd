import { isObject } from '#contract/shape';

import { readToolArguments } from './tool-arguments.ts';

/** A piece of a tool call, as OpenAI streams it. */
export interface CallPiece {
  readonly index: number;
  readonly id?: string;
  readonly type: 'function';
  readonly function: { readonly name?: string; readonly arguments: string };
}

interface Call {
  id: string | undefined;
  name: string;
  args: string;
}

/**
 * Puts streamed tool calls where they belong. Providers leave out the index, give two calls one index,
 * repeat the name in every piece, or send a finished call once more with the last piece.
 */
export class CallPieces {
  readonly #calls: Call[] = [];
  /** Which call a provider's index means at present. */
  readonly #byIndex = new Map<unknown, Call>();
  #last: Call | undefined;

  /** The pieces as OpenAI would have sent them; what is repeated is left out. */
  take(raw: unknown): CallPiece[] {
    const list: unknown[] = Array.isArray(raw) ? raw : [];
    return list.flatMap((each) => (isObject(each) ? this.#takeOne(each) : []));
  }

  #takeOne(raw: Record<string, unknown>): CallPiece[] {
    const said = isObject(raw['function']) ? raw['function'] : raw;
    const id = textOf(raw['id']);
    const name = textOf(said['name']);
    const args = argumentsOf(said['arguments']);
    const found = this.#find(raw['index'], id, name);
    if (found && isWhole(found) && args === found.args) return [];
    const another = name !== undefined && (id === undefined || id !== found?.id);
    const isNew = found === undefined || (isWhole(found) && another);
    const call = isNew ? this.#begin(raw['index'], id) : found;
    const firstName = name !== undefined && call.args === '' && call.name !== name;
    if (firstName) call.name += name;
    call.args += args;
    this.#last = call;
    return [
      {
        index: this.#calls.indexOf(call),
        ...(isNew && id !== undefined && { id }),
        type: 'function',
        function: { ...(firstName && { name }), arguments: args },
      },
    ];
  }

  #find(index: unknown, id: string | undefined, name: string | undefined): Call | undefined {
    const known = id === undefined ? undefined : this.#calls.find((call) => call.id === id);
    if (known) return known;
    if (index === undefined || index === null)
      return id === undefined && (name === undefined || !this.#last || isWhole(this.#last))
        ? this.#last
        : undefined;
    const there = this.#byIndex.get(index);
    return id !== undefined && there?.id !== undefined ? undefined : there;
  }

  #begin(index: unknown, id: string | undefined): Call {
    const call: Call = { id, name: '', args: '' };
    this.#calls.push(call);
    this.#byIndex.set(index, call);
    return call;
  }
}

function isWhole({ args }: Call): boolean {
  return args !== '' && readToolArguments(args).kind === 'whole';
}

function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) ? JSON.stringify(value) : '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
