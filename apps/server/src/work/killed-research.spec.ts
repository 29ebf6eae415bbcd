import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { type ResearchRecord, STAGES } from '#graph/agents/research/record';

import { serveProduct, type ServedProduct } from '../testing/served-product.ts';
import { newScope } from '../testing/test-server.ts';
import { startQuotingModel } from './testing/quoting-model.ts';

const TEXT = 'Rates. In Ghent the hangar costs 400 euros. Bring a lock.';
const QUOTE = 'hangar costs 400 euros';

let dataDir: string;
let model: Awaited<ReturnType<typeof startQuotingModel>>;
let product: ServedProduct;
let owner: string;

const serve = () => serveProduct({ DATA_DIR: dataDir, OPENAI_BASE_URL: model.baseUrl });

beforeEach(async () => {
  owner = newScope();
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'));
  model = await startQuotingModel(QUOTE);
  product = await serve();
});
afterEach(async () => {
  await product.stop();
  await model.close();
  await rm(dataDir, { recursive: true });
});

interface View {
  readonly id: string;
  readonly stage: string;
  readonly running: boolean;
  readonly record: ResearchRecord;
}

async function read(path: string): Promise<View> {
  return (await (await product.ask(owner, 'GET', path)).json()) as View;
}

async function begin(): Promise<string> {
  const headers = { 'x-api-key': owner };
  await fetch(`${product.apiUrl}/documents?name=a.txt`, { method: 'POST', headers, body: TEXT });
  const body = { question: 'What does the hangar in Ghent cost?' };
  return ((await (await product.ask(owner, 'POST', '/research', body)).json()) as View).id;
}

async function untilDone(id: string): Promise<ResearchRecord> {
  const path = `/research/${id}`;
  await expect
    .poll(() => read(path), { timeout: 30_000 })
    .toMatchObject({ stage: 'completed', running: false });
  return (await read(path)).record;
}

function expectVerified({ verified }: ResearchRecord): void {
  const [quotation] = verified[0]?.citations ?? [];
  expect(quotation?.quote).toBe(QUOTE);
  expect(TEXT.slice(quotation?.start, quotation?.end)).toBe(QUOTE);
}

it.each(STAGES.slice(1))(
  'killed -9 once %s was saved, goes on there and repeats no finished stage',
  async (stage) => {
    const id = await begin();
    await product.stop();
    const program = join(import.meta.dirname, 'testing', 'research-and-die.ts');
    const args = [program, dataDir, owner, id, stage, model.baseUrl];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const askedBefore = model.asked.length;
    expect(askedBefore).toBe(stage === 'analyze' ? 0 : 1);

    product = await serve();
    const before = (await read(`/research/${id}`)).record;
    expect(before.stage).toBe(stage);
    const resumed = await product.ask(owner, 'POST', `/research/${id}/resume`);
    expect(resumed.status).toBe(stage === 'completed' ? 409 : 202);
    const record = await untilDone(id);
    expect(model.asked.length).toBe(1);
    expect(record.passages).toEqual(before.passages);
    expectVerified(record);
  },
  60_000,
);

it('killed -9 while the model is asked, goes on by itself when the server is there again', async () => {
  const id = await begin();
  const gone = Promise.withResolvers<undefined>();
  model.holdUntil(gone.promise);
  const asked = model.nextAsked();
  await product.ask(owner, 'POST', `/research/${id}/resume`);
  await asked;
  await product.kill();
  model.holdUntil(undefined);
  gone.resolve(undefined);
  product = await serve();
  expectVerified(await untilDone(id));
  // The answer to the first call was never received; discovery is not done again.
  expect(model.asked).toHaveLength(2);
}, 60_000);
