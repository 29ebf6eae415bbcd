import { describe, expect, it } from 'vitest';

import { parseMemoryReadEvent, type MemoryRead } from '#contract/memory-read';
import { isMemoryEvent } from '#contract/observation';
import { MEMORY_RECEIPT_KEY } from '#contract/revision';
import { sha256 } from '#graph/memory/namespace';
import { readRevision } from '#graph/memory/revisions';
import { ANNA } from '#graph/memory/testing/owners';

import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel, writesMemory, type Turn } from '../../testing/scripted-model.ts';

/** Runs one message and gives every custom event in its order. */
async function events(harness: Harness, thread: string): Promise<unknown[]> {
  const told: unknown[] = [];
  const stream = await harness.agent.stream(
    { messages: [{ role: 'human', content: 'go' }] },
    { ...harness.config(thread), streamMode: ['custom'], subgraphs: true },
  );
  for await (const [, , event] of stream) told.push(event);
  return told;
}

async function reads(turns: readonly Turn[]): Promise<[Harness, MemoryRead[], unknown[]]> {
  const harness = new Harness(new ScriptedModel(turns));
  const told = await events(harness, 't');
  return [harness, told.flatMap((event) => parseMemoryReadEvent(event) ?? []), told];
}

describe('the receipt of a read', () => {
  it('says revision, hash, bytes, call and phase beside every observation', async () => {
    const text = '- Flies a PC-12 ✈\n';
    const [harness, receipts, told] = await reads([writesMemory(text), 'Noted.']);
    const nothing = { revision: 0, sha256: null, bytes: 0 };
    const written = { revision: 1, sha256: sha256(text), bytes: Buffer.byteLength(text) };
    expect(receipts).toMatchObject([
      { ...nothing, phase: 'initial', call: null },
      { ...nothing, phase: 'model', call: 1 },
      { ...written, phase: 'model', call: 2 },
      { ...written, phase: 'terminal', call: null },
    ]);
    expect(told.map((event) => (isMemoryEvent(event) ? 'observed' : 'receipt'))).toEqual(
      receipts.flatMap(() => ['observed', 'receipt']),
    );
    expect((await readRevision(harness.store, ANNA, 1))?.text).toBe(text);
    for (const { read_at: at } of receipts) expect(Date.parse(at)).not.toBeNaN();
    const kept = (await harness.messages('t')).map((message) => message.response_metadata);
    expect(kept.map(({ [MEMORY_RECEIPT_KEY]: receipt }) => receipt)).toEqual([
      undefined,
      { revision: 0, sha256: null, read_at: receipts[1]?.read_at, call: 1 },
      undefined,
      { revision: 1, sha256: sha256(text), read_at: receipts[2]?.read_at, call: 2 },
    ]);
  });

  it('has no revision where the text was written past the history', async () => {
    const harness = new Harness(new ScriptedModel(['Hello.']));
    await harness.plant('- planted\n');
    const receipts = (await events(harness, 't')).flatMap(
      (event) => parseMemoryReadEvent(event) ?? [],
    );
    expect(new Set(receipts.map(({ revision }) => revision))).toEqual(new Set([null]));
    expect(receipts[0]?.sha256).toBe(sha256('- planted\n'));
  });

  it('counts a subagent’s calls in the subagent’s own transcript', async () => {
    const task = asks({
      name: 'task',
      args: { description: 'x', subagent_type: 'general-purpose' },
    });
    const [, receipts] = await reads([task, writesMemory('- by a subagent\n'), 'done', 'all done']);
    expect(receipts.map(({ reader, call }) => [reader, call])).toEqual([
      ['agent', null],
      ['agent', 1],
      ['subagent', 1],
      ['subagent', 2],
      ['agent', 2],
      ['agent', null],
    ]);
  });
});
