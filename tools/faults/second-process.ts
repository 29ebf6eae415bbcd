import assert from 'node:assert/strict';

import { Api, say } from './api.ts';
import { assertAtRest, assertWhole, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';

/** Starts more servers on a directory that one has, while that one is writing. */
export async function secondProcess(lab: Lab, extent: Extent): Promise<Finding> {
  const others = extent === 'long' ? 5 : 1;
  const dataDir = lab.directory();
  const server = await lab.server({ dataDir });
  const api = new Api(() => server.apiUrl);
  const threadId = await api.thread();
  const texts: string[] = [];
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) {
      const text = `turn ${texts.length + 1}`;
      await api.turn(threadId, say('trivial', text));
      texts.push(text);
    }
  })();
  for (let other = 0; other < others; other += 1) {
    const second = lab.process({ dataDir });
    assert.equal(await second.exited(), 1, `the second server: ${second.output}`);
    assert.match(second.output, /^Another process is using .+\.\n$/);
  }
  over.abort();
  await writing;
  await assertAtRest(api, threadId, 'beside a second process');
  assert.deepEqual(said((await api.state(threadId)).values.messages ?? []), texts);
  await server.kill();
  const next = await lab.server({ dataDir });
  await next.stop();
  assertWhole(dataDir, 'afterwards');
  return {
    fault: 'a second server on a data directory in use',
    done: `${others} started while the first one answered ${texts.length} turns`,
    held: 'each ended with status 1 and a sentence; the first went on; after kill -9 of the first the directory was free at once',
  };
}
