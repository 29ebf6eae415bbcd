import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import type { ToolCall } from '../session/state/message';
import { memoryWriteOf, targetOf } from './tool-arguments';
import { toolCallState } from './tool-call-state';

const call = (over: Partial<ToolCall> = {}): ToolCall => ({
  id: 'c',
  place: 0,
  name: 'edit_file',
  argumentsText: '{}',
  result: undefined,
  ...over,
});
const result = (text: string, failed = false) => ({ messageId: 't', text, failed });

describe('where a call stands', () => {
  it.each([
    [undefined, true, false, 'running'],
    [undefined, false, true, 'waiting'],
    [undefined, false, false, 'stopped'],
    [result('Updated'), true, false, 'done'],
    [result('Error: no such file'), false, false, 'failed'],
    [result('No errors'), false, false, 'done'],
    [result('broken', true), false, false, 'failed'],
    [
      result(
        'Tool call ls with id x was cancelled - another message came in before it could be completed.',
      ),
      false,
      false,
      'stopped',
    ],
  ] as const)('%j, running %s, waiting %s: %s', (answered, running, waiting, state) => {
    expect(toolCallState(call({ result: answered }), running, waiting)).toBe(state);
  });
});

describe('arguments', () => {
  it.each([
    ['{"file_path":"/a","query":"q"}', '/a'],
    ['{"query":"q"}', 'q'],
    ['{"file_path":"/a', ''],
    ['[1]', ''],
    ['{"path":7}', ''],
  ])('%s works on %j', (text, target) => {
    expect(targetOf(text)).toBe(target);
  });

  const writes = (name: string, given: object) =>
    memoryWriteOf(call({ name, argumentsText: JSON.stringify(given) }));

  it('tell a change of the memory by whichever name the path has', () => {
    const edit = { old_string: 'a', new_string: 'b' };
    const told = { kind: 'edit', before: 'a', after: 'b' };
    expect(writes('edit_file', { file_path: MEMORY_PATH, ...edit })).toEqual(told);
    expect(writes('edit_file', { path: MEMORY_PATH, ...edit })).toEqual(told);
    expect(writes('write_file', { path: MEMORY_PATH, content: '' })).toEqual({
      kind: 'whole',
      after: '',
    });
  });

  it('tell no change of the memory by other tools, of other files, or half arrived', () => {
    expect(writes('read_file', { file_path: MEMORY_PATH })).toBeUndefined();
    expect(writes('write_file', { file_path: '/notes.md', content: 'a' })).toBeUndefined();
    expect(writes('edit_file', { file_path: MEMORY_PATH, old_string: 'a' })).toBeUndefined();
    expect(
      memoryWriteOf(call({ argumentsText: `{"file_path":"${MEMORY_PATH}","old_str` })),
    ).toBeUndefined();
  });
});
