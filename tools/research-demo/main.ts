import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newResearch, RESEARCH } from '#graph/agents/research/record';
import { openRecords } from '#server/storage/files/open-records';

/** A piece of research is put down at `verify`, taken up by another opening, deleted, and is gone. */
const directory = await mkdtemp(join(tmpdir(), 'research-demo-'));
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  const id = 'hangar';
  const owner = crypto.randomUUID();
  const first = await openRecords(directory);
  const record = { ...newResearch('What does the hangar cost?'), stage: 'verify' as const };
  await first.records.of(RESEARCH, owner).save(id, record, 0);
  first.close();
  print(`saved   ${join(directory, `${id}.json`)}`);

  const again = await openRecords(directory);
  const records = again.records.of(RESEARCH, owner);
  print(`stage   ${(await records.load(id))?.record.stage ?? 'none'}`);
  print(`deleted ${String(await records.delete(id))}`);
  again.close();

  const last = await openRecords(directory);
  print(`reload  ${JSON.stringify(await last.records.of(RESEARCH, owner).load(id))}`);
  last.close();
} finally {
  await rm(directory, { recursive: true });
}
