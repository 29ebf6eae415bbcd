import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';

import { parseConversionEvent, type ConversionEvent } from '#contract/conversion-events';
import type { Finding, OutFile, SourceFile, Validation } from '#contract/convert';

import { createConverter, type ConverterParts } from '../create-converter.ts';
import type { Rewrite } from '../rewriter/rewrite.ts';
import type { State } from '../state.ts';

/** A source of these tests, by their titles. */
export function seleniumTest(...titles: readonly string[]): string {
  const tests = titles.map((title) => `it('${title}', () => {});`);
  return ["import { By } from 'selenium-webdriver';", 'By.id("x");', ...tests, ''].join('\n');
}

/** What the rules of these tests make of a source: one Playwright test for each test of it. */
export function playwrightTest(titles: readonly string[], rules: readonly string[] = []): string {
  return [
    ...rules.map((rule) => `// ${rule}`),
    ...titles.map((title) => `test('${title}');`),
    '',
  ].join('\n');
}

function titlesIn(text: string): string[] {
  return [...text.matchAll(/^(?:it|test)\('([^']*)'/gm)].map(([, title = '']) => title);
}

export function rewriteSimply(sources: readonly SourceFile[], rules: readonly string[]): Rewrite {
  const files = sources.map(({ name, text }) => ({
    name: name.replace(/\.js$/, '.ts'),
    text: playwrightTest(titlesIn(text), rules),
  }));
  return { files, ledger: [] };
}

/** A gate that counts: every title of a source stands in its file. */
export function validateSimply(
  sources: readonly SourceFile[],
  out: readonly OutFile[],
): Promise<Validation> {
  const kept = new Set(out.flatMap(({ text }) => titlesIn(text)));
  const findings = sources.flatMap(({ name, text }) =>
    titlesIn(text)
      .filter((title) => !kept.has(title))
      .map((title): Finding => ({
        gate: 'tests',
        file: name,
        line: 1,
        sentence: `The test "${title}" is gone.`,
      })),
  );
  const ledger = out.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        line.includes('TODO(review)')
          ? [{ file: name, line: at + 1, kind: 'todo' as const, reason: line }]
          : [],
      ),
  );
  return Promise.resolve({ passed: findings.length === 0, findings, ledger });
}

/** What a turn left behind. */
export interface Told {
  readonly events: readonly ConversionEvent[];
  /** What was streamed as messages. */
  readonly spoken: readonly BaseMessage[];
}

/** One conversion on one saver, as a server runs it. */
export class Workshop {
  readonly saver = new MemorySaver();
  readonly graph: ReturnType<typeof createConverter>;

  constructor(model?: BaseChatModel, parts: Partial<ConverterParts> = {}) {
    this.graph = createConverter({
      model,
      rewrite: rewriteSimply,
      validate: validateSimply,
      checkpointer: this.saver,
      ...parts,
    });
  }

  async turn(thread: string, input: object | null, signal?: AbortSignal): Promise<Told> {
    const events: ConversionEvent[] = [];
    const spoken: BaseMessage[] = [];
    const stream = await this.graph.stream(input, {
      configurable: { thread_id: thread },
      streamMode: ['custom', 'messages'],
      ...(signal && { signal }),
    });
    for await (const [mode, told] of stream as AsyncIterable<[string, unknown]>) {
      if (mode === 'messages') spoken.push((told as [BaseMessage, unknown])[0]);
      else {
        const event = parseConversionEvent(told);
        if (event === undefined) throw new Error(`No event: ${JSON.stringify(told)}`);
        events.push(event);
      }
    }
    return { events, spoken };
  }

  say(thread: string, text: string): Promise<Told> {
    return this.turn(thread, { messages: [new HumanMessage(text)] });
  }

  async state(thread: string): Promise<State> {
    const snapshot = await this.graph.getState({ configurable: { thread_id: thread } });
    return snapshot.values as State;
  }
}

export const LOGIN = { name: 'login.test.js', text: seleniumTest('logs in', 'logs out') };
