import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { type Database, openDatabase } from './database.ts';
import { EventBodies } from './event-bodies.ts';

let directory: string;
let database: Database;
let bodies: EventBodies;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bodies-'));
  database = openDatabase(directory);
  bodies = new EventBodies(database.log);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

const THREAD = { owner: 'owner', threadId: 't' };
const folded = (data: unknown) => database.log.write(() => bodies.fold(THREAD, data));

const talk = (length: number) =>
  Array.from({ length }, (_, n) =>
    n % 2 === 0
      ? new HumanMessage({ content: `question ${n}`, id: `m${n}` })
      : new AIMessage({ content: `answer ${n}`, id: `m${n}` }),
  );

it('gives a state back as it was told, each message as one object however often told', async () => {
  const messages = talk(70);
  const odd = { files: { $: ['M', 'x'], lc: 1 }, at: new Date(5), none: undefined, list: [[1n]] };
  const first = await folded({ messages, ...odd });
  const second = await folded({ messages: [...messages, ...talk(71).slice(70)] });
  const [one, two] = [bodies.unfold(THREAD, first), bodies.unfold(THREAD, second)] as {
    messages: unknown[];
  }[];
  expect(one).toStrictEqual({ messages, ...odd });
  expect(two?.messages).toHaveLength(71);
  one?.messages.forEach((message, at) => expect(two?.messages[at]).toBe(message));
});

it('never gives a message for another that has taken its place', async () => {
  const message = new AIMessage({ content: 'as it was', id: 'm' });
  const before = await folded({ messages: [message] });
  message.content = 'as it is';
  const after = await folded({ messages: [message] });
  expect(bodies.unfold(THREAD, before)).toMatchObject({ messages: [{ content: 'as it was' }] });
  expect(bodies.unfold(THREAD, after)).toMatchObject({ messages: [{ content: 'as it is' }] });
});
