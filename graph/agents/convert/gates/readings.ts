import type { FoundTest, Trace, Vocabulary } from '../meaning/facts.ts';
import { Interpreter } from '../meaning/interpreter.ts';
import type { Sym } from '../meaning/symbols.ts';
import type { ParsedFile } from '../syntax/parse.ts';

/** Everything that was found by following the code of some files. */
export class Reading {
  readonly tests: readonly FoundTest[];
  readonly titles: ReadonlySet<string>;
  /** What each class and function does by itself. */
  readonly exercised: ReadonlyMap<string, Trace>;
  readonly fields: ReadonlyMap<string, Sym>;
  readonly isComplete: boolean;
  readonly #traces = new Map<FoundTest, Trace>();

  constructor(files: readonly ParsedFile[], words: Vocabulary) {
    const interpreter = new Interpreter(files, words);
    this.tests = [...interpreter.tests];
    this.titles = new Set(this.tests.map(({ title }) => title));
    for (const test of this.tests) this.#traces.set(test, interpreter.follow(test));
    this.exercised = interpreter.exercise();
    this.fields = interpreter.fields();
    this.isComplete = !interpreter.isSpent;
  }

  traceOf(test: FoundTest): Trace {
    return this.#traces.get(test) ?? { claims: [], typed: [], looked: [] };
  }

  traces(): Trace[] {
    return [...this.#traces.values(), ...this.exercised.values()];
  }

  /** What a class, method or function of the source does here, under its own or a longer name. */
  exercisedAs(
    name: string,
  ): { readonly trace: Trace; readonly place: { file: string; line: number } } | undefined {
    for (const [own, trace] of this.exercised)
      if (sameName(name, own))
        return {
          trace,
          place: { file: trace.claims[0]?.file ?? '', line: trace.claims[0]?.line ?? 1 },
        };
    return undefined;
  }
}

/** `Login.open` and `LoginPage.open` are the same: a class may have been given a suffix. */
export function sameName(source: string, out: string): boolean {
  if (source === out) return true;
  const [owner = '', member] = source.split('.');
  const [outOwner = '', outMember] = out.split('.');
  return member === outMember && outOwner.startsWith(owner);
}
