import { afterAll, beforeAll, expect, it } from 'vitest';

import { REQUEST_LIMITS } from '../request-limits.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('an owner with all the conversations there can be opens those, and makes no more', async () => {
  const owner = newScope();
  const { threads } = server.client(owner);
  const ids = Array.from({ length: REQUEST_LIMITS.threadsPerOwner }, () => crypto.randomUUID());
  await Promise.all(
    ids.map((threadId) =>
      server.storage.threads.create({ threadId, owner, metadata: {} }, 'raise'),
    ),
  );
  const [known = ''] = ids;
  const opened = await threads.create({ threadId: known, ifExists: 'do_nothing' });
  expect(opened.thread_id).toBe(known);
  const another = crypto.randomUUID();
  for (const one of [{ threadId: another, ifExists: 'do_nothing' as const }, {}])
    await expect(threads.create(one)).rejects.toMatchObject({ status: 429 });
  await expect(threads.get(another)).rejects.toMatchObject({ status: 404 });
  await threads.delete(known);
  await expect(threads.create({ threadId: another })).resolves.toMatchObject({
    thread_id: another,
  });
});
