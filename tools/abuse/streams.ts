import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

import { MEMORY_FOLLOWERS } from '#server/concurrency/stream-places';

import type { Extent, Lab } from '../faults/lab.ts';
import type { AttackReport } from './attack.ts';
import type { Target } from './target.ts';

const PATH = '/memory/events';

/** How often a place that was let go is asked for again before it counts as held. */
const MOST_ATTEMPTS = 200;

interface Opened {
  readonly status: number;
  readonly close: () => void;
}

/** Event streams held open for ever, by one owner and by many, with HEAD and by readers that read nothing. */
export async function streams(target: Target, _: Lab, extent: Extent): Promise<AttackReport> {
  const findings: string[] = [];
  const owner = randomUUID();
  const heads = extent === 'long' ? 500 : MEMORY_FOLLOWERS.perOwner + 8;
  for (let head = 0; head < heads; head += 1) (await open(target, owner, 'HEAD')).close();
  const held = await openMany(target, owner, MEMORY_FOLLOWERS.perOwner);
  if (held.some(({ status }) => status !== 200)) findings.push(`${heads} HEADs took places`);
  const over = await target.ask(owner, 'GET', PATH);
  if (over.status !== 429) findings.push(`one more than the limit was answered ${over.status}`);
  else if (!/"message":"[A-Z]/.test(over.text)) findings.push('the refusal has no sentence');
  const other = await open(target, randomUUID(), 'GET');
  if (other.status !== 200) findings.push('one owner locked another out');
  other.close();
  let total = held.length;
  if (extent === 'long') {
    const rest = await crowd(target, MEMORY_FOLLOWERS.inAll - held.length);
    total += rest.length;
    const last = await open(target, randomUUID(), 'GET');
    last.close();
    if (last.status !== 429) findings.push(`with ${total} streams one more got ${last.status}`);
    for (const each of rest) each.close();
  }
  const { status } = await target.ask(randomUUID(), 'GET', '/ok');
  if (status !== 200) findings.push('the server does not answer beside held streams');
  for (const each of held) each.close();
  if (!(await isFreed(target, owner)))
    findings.push('places stay taken after their requests ended');
  const tried = `${heads} HEADs; ${total} streams that nobody reads; one more, of the same owner and of others`;
  return { tried, findings };
}

/** As many streams as that, of as many owners as it takes. */
async function crowd(target: Target, count: number): Promise<Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < count) {
    const batch = Math.min(MEMORY_FOLLOWERS.perOwner, count - opened.length);
    opened.push(...(await openMany(target, randomUUID(), batch)));
  }
  return opened;
}

function openMany(target: Target, owner: string, count: number): Promise<Opened[]> {
  return Promise.all(Array.from({ length: count }, () => open(target, owner, 'GET')));
}

/** Resolves once the reply has begun; nothing of it is read. */
async function open(target: Target, owner: string, method: string): Promise<Opened> {
  const asked = request(target.server.apiUrl + PATH, {
    method,
    headers: { 'x-api-key': owner },
    agent: false,
  });
  asked.end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  // A connection that is cut while nobody reads it is no surprise.
  reply.on('error', () => undefined);
  return { status: reply.statusCode ?? 0, close: () => asked.destroy() };
}

async function isFreed(target: Target, owner: string): Promise<boolean> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { status, close } = await open(target, owner, 'GET');
    close();
    if (status === 200) return true;
  }
  return false;
}
