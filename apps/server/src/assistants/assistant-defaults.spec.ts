import { expect, it } from 'vitest';

import { StartError } from '../config.ts';
import { newScope, startTestServer } from '../testing/test-server.ts';
import { readAssistantDefaults } from './assistant-defaults.ts';

it('gives what LANGGRAPH_CONFIG says to the runs of a graph’s own assistant', async () => {
  const text = JSON.stringify({
    configured: { configurable: { tone: 'stiff' }, context: { model: 'small' } },
  });
  const server = await startTestServer(undefined, { defaults: readAssistantDefaults(text) });
  try {
    const client = server.client(newScope());
    const [assistant] = await client.assistants.search({ graphId: 'configured' });
    expect(assistant).toMatchObject({
      config: { configurable: { tone: 'stiff' } },
      context: { model: 'small' },
    });
    const input = { messages: [{ role: 'user', content: 'go' }] };
    const values = await client.runs.wait(null, 'configured', { input });
    const told = (values as { messages: { content: string }[] }).messages.at(-1)?.content ?? '';
    expect(JSON.parse(told)).toEqual({ tone: 'stiff', model: 'small' });
  } finally {
    await server.close();
  }
});

it('says nothing where it is not set', () => {
  for (const text of [undefined, '', ' ']) expect(readAssistantDefaults(text).size).toBe(0);
});

it.each([
  ['{', /it is not JSON/],
  ['[]', /expected record/],
  ['{"a":{"configurable":1}}', /a\.configurable must be a JSON object/],
  ['{"a":{"invented":1}}', /a Unrecognized key/],
])('is refused with a sentence when it is %s', (text, sentence) => {
  expect(() => readAssistantDefaults(text)).toThrow(StartError);
  expect(() => readAssistantDefaults(text)).toThrow(sentence);
});
