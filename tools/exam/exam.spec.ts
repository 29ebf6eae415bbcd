import { describe, expect, it } from 'vitest';

import { DemoModel } from '#graph/demo/demo-model';
import { ScriptedModel } from '#graph/testing/scripted-model';

import { SCENARIOS } from './scenarios.ts';
import { SCRIPTS } from './scripts.ts';
import { sit } from './sit.ts';

describe('the exam', () => {
  it('has thirty scenarios, each with a model that passes and one that fails', () => {
    expect(SCENARIOS).toHaveLength(30);
    expect(Object.keys(SCRIPTS)).toEqual(SCENARIOS.map(({ id }) => id));
  });

  it.each(SCENARIOS)('$id is passed by a good model and failed by a bad one', async (scenario) => {
    const { good = [], bad = [] } = SCRIPTS[scenario.id] ?? {};
    expect((await sit(scenario, new ScriptedModel(good))).problems).toEqual([]);
    const { problems } = await sit(scenario, new ScriptedModel(bad));
    expect(problems).not.toEqual([]);
    // Failed by what it did, not because its script was too short.
    expect(problems.join()).not.toMatch(/the run failed/);
  });
});

/** What rules cannot do: see what is meant. Everything else the demo model does too. */
const BEYOND_THE_DEMO: readonly string[] = [
  'teach-in-passing',
  'teach-once',
  'teach-a-date',
  'update',
  'contradict',
  'forget-all',
  'standing-removed',
  'parallel',
  'changed-meanwhile',
  'file-with-orders',
  'pasted-orders',
  'subagent',
  'long-conversation',
];

it('is passed by the demo model where no understanding is needed', async () => {
  const results = [];
  for (const scenario of SCENARIOS) results.push(await sit(scenario, new DemoModel()));
  const failed = results.filter(({ problems }) => problems.length > 0).map(({ id }) => id);
  expect(failed).toEqual(BEYOND_THE_DEMO);
});
