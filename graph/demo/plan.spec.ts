import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';
import { RECALL_TOOL } from '#contract/recall';

import { applyChange } from '#graph/memory/change';
import { fencedMemory } from '#graph/memory/fence';
import { sha256 } from '#graph/memory/namespace';
import { resultText } from '../agents/memory/recall/result-text.ts';
import { plan } from './plan.ts';
import type { Line, PlannedCall } from './transcript.ts';

const TOOLS = ['read_file', 'write_file', 'edit_file'];

function prompt(memory: string | undefined): Line {
  return { role: 'system', text: `Rules.\n\n${fencedMemory(memory)}` };
}

/** What becomes of a memory when the person says something and every tool call succeeds. */
function outcome(memory: string | undefined, message: string, earlier: readonly Line[] = []) {
  const asked: Line[] = [...earlier, { role: 'person', text: message }];
  const first = plan([prompt(memory), ...asked], TOOLS);
  if (first.calls === undefined) return { memory, text: first.text, calls: [] };
  const after = first.calls.reduce<string | undefined>(carryOut, memory);
  const done: Line[] = first.calls.map(() => ({ role: 'tool', text: 'Successfully done' }));
  const call: Line = { role: 'assistant', text: '', calls: first.calls };
  const last = plan([prompt(after), ...asked, call, ...done], TOOLS);
  return { memory: after, text: last.text, calls: first.calls };
}

/** The real rules of the gate for one planned call. Throws when it would be refused. */
function carryOut(memory: string | undefined, { name, args }: PlannedCall): string | undefined {
  const text = (key: string) => {
    const value = args[key];
    if (typeof value !== 'string') throw new Error(`${key} is no text.`);
    return value;
  };
  expect(text('file_path')).toBe(MEMORY_PATH);
  const hash = memory === undefined ? null : sha256(memory);
  const change =
    name === 'write_file'
      ? ({ kind: 'replace', text: text('content'), basedOn: hash } as const)
      : ({
          kind: 'edit',
          oldText: text('old_string'),
          newText: text('new_string'),
          all: false,
        } as const);
  const applied = applyChange(memory, hash, change, hash);
  if ('refused' in applied) throw new Error(applied.reason);
  return applied.text;
}

const CHANGES: readonly [string, string | undefined, string, string | undefined][] = [
  ['teaches the first fact', undefined, 'My base is KBZN.', '- My base is KBZN\n'],
  ['teaches into an empty file', '', 'My base is KBZN.', '- My base is KBZN\n'],
  ['teaches into a file of blank lines', '\n\n', 'My base is KBZN.', '\n\n- My base is KBZN\n'],
  ['adds a fact', '- a\n', 'I fly a TBM.', '- a\n- I fly a TBM\n'],
  ['adds behind a last line without a break', '- a', 'I fly a TBM.', '- a\n- I fly a TBM'],
  ['adds between CRLF lines in kind', '- a\r\n', 'I fly a TBM.', '- a\r\n- I fly a TBM\r\n'],
  [
    'adds where the last line occurs twice',
    '- a\n- a\n',
    'I fly a TBM.',
    '- a\n- a\n- I fly a TBM\n',
  ],
  [
    'adds where the last line is part of another',
    '- ab\n- a\n',
    'I fly a TBM.',
    '- ab\n- a\n- I fly a TBM\n',
  ],
  [
    'keeps headings and comments',
    '# Me\n<!-- x -->\n',
    'I fly a TBM.',
    '# Me\n<!-- x -->\n- I fly a TBM\n',
  ],
  ['does not teach twice', '- I fly a TBM\n', 'I fly a TBM.', '- I fly a TBM\n'],
  [
    'corrects the line with the same words',
    '- My base is KBZN\n- b\n',
    'Actually my base is KSUN.',
    '- my base is KSUN\n- b\n',
  ],
  [
    'corrects by value what was told last',
    '- My base is KBZN\n- b\n',
    'No, it is KSUN.',
    '- My base is KSUN\n- b\n',
  ],
  [
    'changes every line that holds the words',
    '- KBZN is home\n- b\n- fuel at kbzn\n',
    'Change KBZN to KSUN',
    '- KSUN is home\n- b\n- fuel at KSUN\n',
  ],
  [
    'changes literal text, patterns included',
    '- costs $& each\n',
    'Change $& to $1',
    '- costs $1 each\n',
  ],
  ['forgets one line', '- a\n- My base is KBZN\n- b\n', 'Forget my base.', '- a\n- b\n'],
  ['forgets the last line', '- a\n- My base is KBZN', 'Forget my base.', '- a'],
  ['forgets the only line', '- My base is KBZN', 'Forget my base.', ''],
  [
    'forgets a line whose text is part of another',
    '- tea\n- tea at noon\n',
    'Forget that tea at noon',
    '- tea\n',
  ],
  [
    'forgets every line that holds the words',
    '- KBZN is home\n- b\n- fuel at KBZN\n',
    'Forget KBZN',
    '- b\n',
  ],
  ['forgets everything', '- a\n- b\n', 'Forget everything', ''],
  ['keeps no password', '- a\n', 'Please remember that my password is hunter2', '- a\n'],
  [
    'keeps no key in a correction',
    '- My key is old\n',
    'Actually my key is sk-abcdefghijklmnopqrstuv',
    '- My key is old\n',
  ],
  [
    'keeps what is no secret beside one',
    undefined,
    'I fly a TBM. My password is hunter2.',
    '- I fly a TBM\n',
  ],
  ['learns nothing from a question', '- a\n', 'Do I always fly a TBM?', '- a\n'],
  ['learns nothing from small talk', '- a\n', 'The weather is fine today.', '- a\n'],
  ['forgets nothing it does not know', '- a\n', 'Forget my yacht', '- a\n'],
  ['changes nothing it does not find', '- a\n', 'Change x9 to y9', '- a\n'],
];

describe('the demo model', () => {
  const told: Line[] = [{ role: 'assistant', text: 'From memory:\n- My base is KBZN' }];

  it.each(CHANGES)('%s', (_, before, message, after) => {
    expect(outcome(before, message, told).memory).toBe(after);
  });

  it('quotes as little as it can: single lines, not the file', () => {
    const lines = Array.from({ length: 50 }, (_, index) => `- fact number ${index}x`);
    const memory = `${lines.join('\n')}\n`;
    for (const message of ['I fly a TBM.', 'Forget number 7x', 'Change 7x to 7y']) {
      const { calls } = outcome(memory, message);
      expect(calls.map(({ name }) => name)).toEqual(['edit_file']);
      expect(JSON.stringify(calls).length).toBeLessThan(200);
    }
  });

  const ANSWERS: readonly [string, string | undefined, string, RegExp][] = [
    [
      'recalls everything',
      '- a1\n* b2\n',
      'What do you know?',
      /^This is what I remember:\n- a1\n- b2$/,
    ],
    [
      'recalls what it is asked about',
      '- My base is KBZN\n- I like tea\n',
      'What do you know about tea?',
      /^This is what I remember:\n- I like tea$/,
    ],
    [
      'answers by the words of a line',
      '- I fly a PC-12\n- I like tea\n',
      'Which aircraft am I flying?',
      /^From memory:\n- I fly a PC-12$/,
    ],
    ['admits an empty memory', undefined, 'What do you know?', /my memory is empty/],
    [
      'brings an introduction that shares no word with the question',
      '- I fly a PC-12 out of KBZN\n- I want briefings as bullet points\n',
      'What do you already know about my operation?',
      /^No line of my memory has the words of "my operation"\. .*:\n- I fly a PC-12 out of KBZN\n- I want/,
    ],
    [
      'admits what it does not know',
      '- a\n',
      'What is the capital of Peru?',
      /^No line of my memory has the words of your question\..*:\n- a\n.*built-in demo model/s,
    ],
    [
      'says what it is',
      '- a\n',
      'Tell a story',
      /built-in demo model: I follow fixed rules.*did not remember/s,
    ],
    [
      'says so of a password',
      undefined,
      'My password is hunter2',
      /do not keep what looks like a password/,
    ],
    ['confirms what is really there', undefined, 'I fly a TBM.', /^Noted:\n- I fly a TBM$/],
    ['confirms forgetting', '- My base is KBZN\n', 'Forget my base', /^Forgotten/],
    [
      'asks which line is meant',
      '- red car\n- red bike\n',
      'Actually it was red',
      /cannot tell which/,
    ],
  ];
  it.each(ANSWERS)('%s', (_, memory, message, expected) => {
    expect(outcome(memory, message).text).toMatch(expected);
  });

  const asked: Line = { role: 'person', text: 'I fly a TBM.' };
  const call: Line = { role: 'assistant', text: '', calls: [{ name: 'edit_file', args: {} }] };
  const failed = (text: string): Line => ({ role: 'tool', text });

  it('looks again and tries again when the file has changed meanwhile', () => {
    const lines = [
      prompt('- new\n'),
      asked,
      call,
      failed('Error: The memory file was changed meanwhile; read it again.'),
    ];
    expect(plan(lines, TOOLS).calls).toEqual([
      {
        name: 'edit_file',
        args: { file_path: MEMORY_PATH, old_string: '- new', new_string: '- new\n- I fly a TBM' },
      },
    ]);
  });

  it('gives up in the end, with what the tool said', () => {
    const failure = failed('Error: The memory file was changed meanwhile; read it again.');
    const tries = Array.from({ length: 5 }, () => [call, failure]).flat();
    expect(plan([prompt('- new\n'), asked, ...tries], TOOLS).text).toMatch(
      /not changed as you asked. Error: The memory file was changed meanwhile/,
    );
  });

  it.each([
    'Error: The memory file would be 65,537 bytes; the limit is 65,536. Shorten it.',
    'Error: This looks like a key or token; memory must not hold it. Leave it out.',
  ])('tells %j at once', (failure) => {
    const { text } = plan([prompt('- a\n'), asked, call, failed(failure)], TOOLS);
    expect(text).toBe(`My memory was not changed as you asked. ${failure}`);
  });

  it('does not claim what is gone again', () => {
    const lines = [
      prompt('- other\n'),
      asked,
      call,
      failed('Successfully replaced 1 occurrence(s)'),
    ];
    expect(plan(lines, TOOLS).text).toMatch(/changed again since/);
  });

  it('says so when it has no tools to write with', () => {
    expect(plan([prompt('- a\n'), asked], ['read_file']).text).toMatch(/cannot write to memory/);
    expect(plan([prompt('- a\n'), { role: 'person', text: 'Forget a' }], []).text).toMatch(
      /cannot write/,
    );
  });

  it('shortens a conversation when that is what it is asked for', () => {
    const lines: Line[] = [{ role: 'person', text: `Summarize.\n${'x'.repeat(5000)}the end` }];
    expect(plan(lines, []).text).toMatch(/^The end of what was said before:\nx+the end$/);
  });
});

describe('asked for what was said before', () => {
  const QUESTION = 'What did we decide about the hangar?';
  const system = prompt('- My base is KBZN\n');
  const asked: Line = { role: 'person', text: QUESTION };
  const search = { name: RECALL_TOOL, args: { queries: [QUESTION] } };
  const withSearch = [...TOOLS, RECALL_TOOL];
  const after = (result: string) =>
    plan(
      [
        system,
        asked,
        { role: 'assistant', text: '', calls: [search] },
        { role: 'tool', text: result },
      ],
      withSearch,
    ).text ?? '';

  it('searches where it can, and only when memory has no answer', () => {
    expect(plan([system, asked], withSearch).calls).toEqual([search]);
    expect(plan([system, asked], TOOLS).text).toMatch(/^No line of my memory/);
    const long = `What did we decide about ${'😀'.repeat(300)}?`;
    const [call] = plan([system, { role: 'person', text: long }], withSearch).calls ?? [];
    const [query = ''] = call?.args['queries'] as string[];
    expect([query.length, query.isWellFormed()]).toEqual([300, true]);
    const noted = prompt('- We decided to rent a hangar\n');
    expect(plan([noted, asked], withSearch).text).toMatch(/^From memory:/);
    const other: Line = { role: 'person', text: 'What colour is the sky?' };
    expect(plan([system, other], withSearch).text).toMatch(/^No line of my memory/);
  });

  it('says from which conversation it has what, with its link', () => {
    const turn = (text: string, messageId: string) => ({
      threadId: '0f2b8a54-6c1e-4d8e-9a77-0123456789ab',
      title: 'Winter storage',
      messageId,
      speaker: 'person' as const,
      saidAt: new Date('2026-03-12T10:00:00Z'),
      text,
      matches: [],
    });
    const found = [turn('We take the hangar\nat Belgrade.', 'm1'), turn('Something else', 'm2')];
    const said = after(resultText(found, 'best first', 'UTC').text);
    expect(said).toContain(
      'From a conversation, “Winter storage”, where you said on [12 March 2026](/c/0f2b8a54-6c1e-4d8e-9a77-0123456789ab#message-m1):\n> We take the hangar\n> at Belgrade.',
    );
    expect(said).toMatch(/^No line of my memory has the words of your question\./);
    expect(said).not.toContain('Something else');
  });

  it('says of what it forgets that it can still be found, where it can', () => {
    const forget: Line = { role: 'person', text: 'Forget my base' };
    const call: Line = { role: 'assistant', text: '', calls: [{ name: 'edit_file', args: {} }] };
    const done: Line = { role: 'tool', text: 'Successfully done' };
    const said = (tools: readonly string[]) =>
      plan([prompt(''), forget, call, done], tools).text ?? '';
    expect(said(withSearch)).toMatch(/^Forgotten: .*still be found in its conversation/);
    expect(said(TOOLS)).toBe('Forgotten: what I knew about "my base".');
  });

  it('says when it found nothing, and when it could not search', () => {
    const none = resultText([], 'best first', 'UTC').text;
    expect(after(none)).toMatch(/^I found nothing about that, neither in memory nor/);
    expect(after('Error: it could not be finished.')).toMatch(/^I could not search/);
  });
});
