import { randomUUID } from 'node:crypto';

import { filesHolding } from '#server/storage/sqlite/testing/files-holding';
import { FAILURES, startEchoingProvider } from '#server/testing/echoing-provider';

import { Api, say } from '../faults/api.ts';
import type { Extent, Lab } from '../faults/lab.ts';
import type { AttackReport } from './attack.ts';
import type { Target } from './target.ts';

const KEY = 'sk-canary-9rT2mVx7Qa4Ld0Wz';
/** Pieces of the key, short enough to find what was cut. */
const PIECES = [KEY.slice(3, 13), KEY.slice(-8), Buffer.from(KEY).toString('base64').slice(0, 12)];
const MODES = [
  ...['values', 'messages', 'messages-tuple', 'updates', 'tasks'],
  ...['checkpoints', 'debug', 'custom', 'tools'],
];

/** A provider that fails in every form and quotes the key: looked for in streams, replies, log and files. */
export async function canary(_: Target, lab: Lab, extent: Extent): Promise<AttackReport> {
  const forms = extent === 'long' ? FAILURES : FAILURES.slice(0, 3);
  const provider = await startEchoingProvider();
  const dataDir = lab.directory();
  const server = await lab.server({
    dataDir,
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: provider.baseUrl, OPENAI_LOG: 'debug' },
  });
  const owner = randomUUID();
  const api = new Api(() => server.apiUrl, owner);
  const findings: string[] = [];
  const look = (where: string, text: string) => {
    if (PIECES.some((piece) => text.includes(piece))) findings.push(`${where} tells the key`);
  };
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await fetch(server.apiUrl + path, {
      method,
      headers: { 'x-api-key': owner, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return reply.text();
  };
  for (const form of forms)
    for (const stream_mode of [MODES, ['events']]) {
      const thread = await api.thread();
      const at = `/threads/${thread}`;
      const body = { ...say('memory', `hi, fail by ${form}`), stream_mode, stream_resumable: true };
      look(`the stream of "${form}"`, await ask('POST', `${at}/runs/stream`, body));
      const run = (await api.runs(thread))[0]?.run_id ?? '';
      for (const path of [`${at}/runs/${run}/stream`, `${at}/runs/${run}/join`, `${at}/runs`, at])
        look(`${path} after "${form}"`, await ask('GET', path));
      look(`state after "${form}"`, await ask('GET', `${at}/state?subgraphs=true`));
      look(`history after "${form}"`, await ask('POST', `${at}/history`, { limit: 100 }));
    }
  look('a search', await ask('POST', '/threads/search', {}));
  await server.stop();
  await provider.close();
  look('the log', server.output);
  for (const piece of PIECES)
    for (const file of filesHolding(dataDir, piece)) findings.push(`${file} holds the key`);
  const tried = `${forms.length} forms of failing that quote the key, in ${MODES.length + 1} stream modes`;
  return { tried, findings };
}
