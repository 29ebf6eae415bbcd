import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import type { Extent, Lab } from '../faults/lab.ts';
import type { AttackReport } from './attack.ts';
import type { Target } from './target.ts';

const ID = '0199d0c0-0000-7000-8000-000000000001';

const ROUTES = [
  ['POST', '/threads'],
  ['POST', '/threads/search'],
  ['POST', '/threads/count'],
  ['PATCH', `/threads/${ID}`],
  ['POST', `/threads/${ID}/state`],
  ['POST', `/threads/${ID}/history`],
  ['POST', `/threads/${ID}/runs`],
  ['POST', `/threads/${ID}/runs/wait`],
  ['POST', '/runs'],
  ['POST', '/runs/batch'],
  ['POST', '/runs/cancel'],
  ['POST', '/assistants/search'],
  ['PUT', '/store/items'],
  ['DELETE', '/store/items'],
  ['POST', '/store/items/search'],
  ['POST', '/store/namespaces'],
  ['PUT', '/memory'],
  ['POST', '/memory/forget'],
  ['POST', '/memory/restore'],
  ['POST', '/memory/import'],
  ['POST', '/conversations/search'],
] as const;

const RAW = ['', '{', '[', 'null', '1', '"x"', '{"a":1e999}', '{"__proto__":{}}', '[[[[', '\u0000'];

/** Fields that routes look for, with values of any shape. */
const FIELDS = [
  ...['assistant_id', 'input', 'command', 'config', 'context', 'metadata', 'checkpoint', 'values'],
  ...['namespace', 'key', 'value', 'text', 'based_on', 'line', 'query', 'limit', 'offset', 'ids'],
  ...['select', 'stream_mode', 'multitask_strategy', 'run_ids', 'thread_id', 'archive', 'filter'],
];

const body = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 4 }), {
  maxKeys: 6,
});

/** Bodies that are no JSON, or JSON of any shape: each is refused, or taken, with its status. */
export async function damagedInput(
  target: Target,
  lab: Lab,
  extent: Extent,
): Promise<AttackReport> {
  const owner = randomUUID();
  const seed = Math.floor(lab.random.between(0, 2 ** 30));
  const generated = fc.sample(body, { numRuns: extent === 'long' ? 60 : 5, seed });
  const bodies: unknown[] = [...RAW, Uint8Array.of(0xff, 0xfe), ...generated];
  const findings: string[] = [];
  for (const [method, path] of ROUTES)
    for (const sent of bodies) {
      const { status, text } = await target.ask(owner, method, path, sent);
      const told = `${method} ${path} ${JSON.stringify(sent).slice(0, 80)}: ${status}`;
      if (status >= 500) findings.push(told);
      if (status >= 400 && !/"message":"[A-Z]/.test(text))
        findings.push(`${told} without a sentence`);
    }
  const { status } = await target.ask(owner, 'GET', '/ok');
  if (status !== 200) findings.push('the server does not answer any more');
  const tried = `${bodies.length} bodies, ${generated.length} of them generated, to each of ${ROUTES.length} routes`;
  return { tried, findings };
}
