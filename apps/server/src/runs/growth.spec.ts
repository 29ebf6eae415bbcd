import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { speakingGraph } from '#graph/fixtures/graphs';

import { EngineHarness } from './testing/engine-harness.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

/** A thousand characters that hold more than any prose: deflating takes off a quarter at most. */
function kilobyte(): string {
  return randomBytes(750).toString('base64');
}

it('grows in step with what was said: 100 turns of 1 kB, values told each turn, in 2 MB', async () => {
  const speaking = speakingGraph(async function* () {
    yield await Promise.resolve(kilobyte());
  });
  harness = await EngineHarness.open({ speaking });
  const thread = await harness.thread();
  for (let turn = 0; turn < 100; turn += 1) {
    const input = { messages: [{ type: 'human', id: randomUUID(), content: kilobyte() }] };
    const stream_mode = ['values', 'updates', 'messages-tuple'];
    const run = await harness.run(thread, { graph_id: 'speaking', input, stream_mode });
    expect(run?.status).toBe('success');
  }
  expect(await harness.texts(speaking, thread)).toHaveLength(200);
  await harness.restart({ speaking });
  const { directory } = harness;
  const bytes = readdirSync(directory).map((file) => statSync(join(directory, file)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
}, 60_000);
