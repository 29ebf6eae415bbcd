import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { HumanMessage } from '@langchain/core/messages';
import { expect, it } from 'vitest';

import { parseMemoryReadEvent } from '#contract/memory-read';
import { parseSubagentEvent } from '#contract/subagent';

import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel } from '../../testing/scripted-model.ts';

const task = (id: string, description: string) => ({
  name: 'task',
  id,
  args: { description, subagent_type: 'general-purpose' },
});

it('tells of each subagent which call it works for, before anything that the subagent streams', async () => {
  const answers = (messages: BaseMessage[]) => {
    const asked = messages.find((message) => message.type === 'human')?.text ?? '';
    if (asked === 'Go.')
      return messages.some((message) => ToolMessage.isInstance(message))
        ? new AIMessage('All done.')
        : asks(task('call-a', 'first'), task('call-b', 'second'));
    return new AIMessage(`Report on ${asked}`);
  };
  const harness = new Harness(new ScriptedModel(Array.from({ length: 4 }, () => answers)));
  const starts = new Map<string, string>();
  const said = new Map<string, string[]>();
  const reads = new Map<string, number>();
  const stream = await harness.agent.stream(
    { messages: [new HumanMessage('Go.')] },
    {
      ...harness.config('t'),
      streamMode: ['custom', 'updates'],
      subgraphs: true,
    },
  );
  for await (const [namespace, mode, event] of stream) {
    const place = namespace.join('|');
    const start = mode === 'custom' ? parseSubagentEvent(event) : undefined;
    if (start !== undefined) {
      expect(place).toBe('');
      starts.set(start.checkpoint_ns, start.tool_call_id);
      continue;
    }
    if (place === '') continue;
    expect(starts.has(place)).toBe(true);
    const call = starts.get(place) ?? '';
    if (parseMemoryReadEvent(event) !== undefined) reads.set(call, (reads.get(call) ?? 0) + 1);
    if (mode !== 'updates') continue;
    for (const update of Object.values(
      event as Record<string, { messages?: BaseMessage[] } | null>,
    ))
      for (const message of update?.messages ?? [])
        said.set(call, [...(said.get(call) ?? []), message.text]);
  }
  expect(said).toEqual(
    new Map([
      ['call-a', ['Report on first']],
      ['call-b', ['Report on second']],
    ]),
  );
  expect(reads).toEqual(
    new Map([
      ['call-a', 1],
      ['call-b', 1],
    ]),
  );
});
