import { randomUUID } from 'node:crypto';

import { Api, teach } from '../faults/api.ts';
import type { AttackReport } from './attack.ts';
import type { Target } from './target.ts';

/** Another owner's ids in every path: the reply is that for an id that nobody has, to the byte. */
export async function foreignOwners(target: Target): Promise<AttackReport> {
  const victim = new Api(() => target.server.apiUrl);
  const threadId = await victim.thread();
  await victim.turn(threadId, teach('my code word is Falcon'));
  const runId = (await victim.runs(threadId))[0]?.run_id ?? '';
  const checkpointId = (await victim.state(threadId)).checkpoint.checkpoint_id;
  const stranger = randomUUID();
  const findings: string[] = [];
  const paths = (thread: string, run: string, checkpoint: string) =>
    [
      ['GET', `/threads/${thread}`],
      ['PATCH', `/threads/${thread}`],
      ['DELETE', `/threads/${thread}`],
      ['POST', `/threads/${thread}/copy`],
      ['GET', `/threads/${thread}/state`],
      ['GET', `/threads/${thread}/state/${checkpoint}`],
      ['POST', `/threads/${thread}/state`],
      ['POST', `/threads/${thread}/history`],
      ['GET', `/threads/${thread}/runs`],
      ['GET', `/threads/${thread}/runs/${run}`],
      ['GET', `/threads/${thread}/runs/${run}/join`],
      ['GET', `/threads/${thread}/runs/${run}/stream`],
      ['POST', `/threads/${thread}/runs/${run}/cancel`],
      ['DELETE', `/threads/${thread}/runs/${run}`],
      ['GET', `/conversations/${thread}`],
    ] as const;
  const nobody = paths(randomUUID(), randomUUID(), randomUUID());
  for (const [at, [method, path]] of paths(threadId, runId, checkpointId).entries()) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const foreign = await target.ask(stranger, method, path, body);
    const unknown = await target.ask(stranger, method, nobody[at]?.[1] ?? '', body);
    if (foreign.status !== unknown.status || foreign.text !== unknown.text)
      findings.push(`${method} ${path} tells a foreign id from an unknown one`);
    if (foreign.text.includes('Falcon')) findings.push(`${method} ${path} tells another's words`);
  }
  const { text } = await target.ask(stranger, 'POST', '/conversations/search', { query: 'Falcon' });
  if (text.includes('Falcon')) findings.push("a search finds another owner's words");
  const kept = await victim.memory();
  if (!kept.includes('Falcon')) findings.push("a stranger's request changed another's memory");
  return { tried: `${nobody.length} routes with ids of another owner and of nobody`, findings };
}
