import { NOTES } from '../../testing/note-records.ts';
import { openRecords } from '../open-records.ts';

/**
 * A process that ends by SIGKILL between the write of a record's next version and its move over the
 * old one. It is given the directory, the owner, an id, and the version it saves over.
 */
const [, , directory = '', owner = '', id = '', madeFrom = '0'] = process.argv;
const { records } = await openRecords(directory, {
  rename: () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
});
await records.of(NOTES, owner).save(id, { text: 'next', stage: 'verify' }, Number(madeFrom));
