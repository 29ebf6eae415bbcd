import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteStore } from './store.ts';
import { chat, texts } from '../testing/chat.ts';
import { SaverFixture } from './testing/saver-fixture.ts';

let f: SaverFixture;

beforeEach(() => {
  f = new SaverFixture();
});

afterEach(() => f.close());

const writer = join(import.meta.dirname, 'testing', 'write-until-killed.ts');

/** Lets a process write from turn `first` on, kills it in the middle, and replies what it acknowledged. */
async function writeAndKill(first: number, turns: number, delayMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, f.directory, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    // The delay puts the kill anywhere within a turn; what is still said meanwhile counts too.
    if (acknowledged.push(line) === turns) setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  const [, signal] = (await exited) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

it('keeps every acknowledged write when the process is killed', { timeout: 120_000 }, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    await f.database.close();
    const turns = 1 + Math.floor(Math.random() * 15);
    acknowledged.push(...(await writeAndKill(100 * round, turns, Math.random() * 30)));
    await f.reopen();
    const state = await chat(f.saver).getState({ configurable: { thread_id: 't' } });
    const said = texts(state.values).filter((text) => text.startsWith('turn '));
    // A turn that was cut may be there too.
    expect(said.filter((text) => acknowledged.includes(text.slice(5)))).toEqual(
      acknowledged.map((turn) => `turn ${turn}`),
    );
    const items = await new SqliteStore(f.database).search(['turns'], { limit: 1000 });
    expect(items.map((item) => item.key)).toEqual(expect.arrayContaining(acknowledged));
    expect(f.database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(5);
});
