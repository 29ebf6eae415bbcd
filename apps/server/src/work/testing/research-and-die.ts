import { createResearch } from '#graph/agents/research/research';
import { createModel } from '#graph/models/create-model';
import { OWNER_WORK_KEY, type OwnerWork } from '#graph/work/owner-work';
import type { WorkRecords } from '#graph/work/records';

import { workOf } from '../../graph-runner/owner-work.ts';
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.ts';

/** Goes on with a record, and is killed as by a power cut once it has saved the record at a stage. */
const [directory = '', owner = '', id = '', stage = '', baseUrl = ''] = process.argv.slice(2);
const storage = await openSqliteStorage(directory);
const work = workOf(storage, owner);

function dying<T>(records: WorkRecords<T>): WorkRecords<T> {
  return {
    load: (each) => records.load(each),
    list: () => records.list(),
    delete: (each) => records.delete(each),
    async save(each, record, madeFrom) {
      const version = await records.save(each, record, madeFrom);
      if (JSON.stringify(record).includes(`"stage":"${stage}"`))
        process.kill(process.pid, 'SIGKILL');
      return version;
    },
  };
}

const dyingWork: OwnerWork = { ...work, records: (kind) => dying(work.records(kind)) };
const graph = createResearch({ model: createModel({ OPENAI_BASE_URL: baseUrl }) });
await graph.invoke({ session: id }, { configurable: { [OWNER_WORK_KEY]: dyingWork } });
