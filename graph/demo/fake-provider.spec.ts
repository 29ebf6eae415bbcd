import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createModel } from '../models/create-model.ts';
import { Harness } from '../testing/harness.ts';
import { createFakeProvider, systemPrompts } from './fake-provider.ts';
import { DemoModel } from './demo-model.ts';

const CONVERSATION = [
  'Hello!',
  'I fly a PC-12 out of KBZN. I prefer briefings as bullet points. Please remember this.',
  'What do you know about me?',
  'Which aircraft do I fly?',
  'Change PC-12 to TBM 960',
  'Actually my briefings should be short.',
  'Forget everything',
  'What do you remember?',
  'My password is hunter2',
];

describe('the demo model over HTTP', () => {
  const fake = createFakeProvider();
  beforeEach(() => fake.start());
  afterEach(() => fake.stop());

  it('behaves as it does in process: texts, tool calls, results, memory', async () => {
    const served = new Harness(createModel({ OPENAI_BASE_URL: `${fake.url}/v1` }));
    const local = new Harness(new DemoModel());
    for (const message of CONVERSATION) {
      const overHttp = await served.say('t', message);
      const inProcess = await local.say('t', message);
      expect([overHttp.error, inProcess.error]).toEqual([undefined, undefined]);
      // Both really streamed: the pieces make the last answer, and there are several.
      expect(overHttp.pieces.join('')).toBe(await served.lastWords('t'));
      expect(inProcess.pieces.join('')).toBe(await local.lastWords('t'));
      expect(Math.min(overHttp.pieces.length, inProcess.pieces.length)).toBeGreaterThan(2);
      expect(await served.memory()).toBe(await local.memory());
    }
    expect(await transcript(served)).toEqual(await transcript(local));
    expect(systemPrompts(fake).length).toBeGreaterThan(CONVERSATION.length);
  });
});

async function transcript(harness: Harness): Promise<unknown[]> {
  const messages = await harness.messages('t');
  return messages.map((message) => ({
    type: message.type,
    text: message.text,
    calls: AIMessage.isInstance(message)
      ? (message.tool_calls ?? []).map(({ name, args }) => ({ name, args }))
      : [],
    status: ToolMessage.isInstance(message) ? message.status : undefined,
  }));
}
