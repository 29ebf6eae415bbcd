/**
 * Examines the model that the environment names (`OPENAI_BASE_URL`, `OPENAI_MODEL`; the demo model with
 * neither), prints a table, and ends with status 1 when a scenario was not passed.
 * `--only ID` takes one scenario; `--json FILE` writes the results there.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { createModel, describeModel } from '#graph/models/create-model';

import { SCENARIOS } from './scenarios.ts';
import { sit, type Result } from './sit.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const chosen = SCENARIOS.filter(({ id }) => values.only === undefined || id === values.only);
if (chosen.length === 0)
  throw new Error(`--only takes one of ${SCENARIOS.map(({ id }) => id).join(', ')}`);

console.log(`${new Date().toISOString().slice(0, 10)}; ${describeModel(process.env)}`);
const results: Result[] = [];
for (const scenario of chosen) {
  const result = await sit(scenario, createModel(process.env));
  results.push(result);
  const verdict = result.problems.length === 0 ? 'passed' : 'failed';
  console.log(`${verdict}  ${result.id.padEnd(18)} ${result.about}`);
  for (const problem of result.problems) console.log(`        ${problem}`);
}
const passed = results.filter(({ problems }) => problems.length === 0).length;
console.log(`${passed} of ${results.length} passed`);
if (values.json !== undefined)
  await writeFile(
    values.json,
    `${JSON.stringify({ model: describeModel(process.env), passed, of: results.length, results }, null, 2)}\n`,
  );
process.exitCode = passed === results.length ? 0 : 1;
