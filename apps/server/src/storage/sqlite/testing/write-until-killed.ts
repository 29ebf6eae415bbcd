import { SqliteStore } from '../store.ts';
import { openDatabase } from '../database.ts';
import { SqliteSaver } from '../saver.ts';
import { chat, config, say } from '../../testing/chat.ts';

/**
 * A process to be killed: goes on with the conversation in the directory it is given, turn after
 * turn, and says each turn's number once the turn, its pruning and an item are acknowledged.
 */
const [, , directory = '', first = '0'] = process.argv;
const database = openDatabase(directory);
const saver = new SqliteSaver(database, 'owner');
const store = new SqliteStore(database);
for (let turn = Number(first); ; turn += 1) {
  const run = `run ${turn}`;
  await chat(saver).invoke({ messages: [say(`turn ${turn}`)] }, config(run));
  await Promise.all([saver.pruneRun('t', run), store.put(['turns'], String(turn), { turn })]);
  process.stdout.write(`${turn}\n`);
}
