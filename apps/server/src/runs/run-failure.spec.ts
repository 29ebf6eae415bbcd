import { expect, it } from 'vitest';

import { StorageError } from '../storage/storage-error.ts';
import { explainError } from '#graph/models/model-error';

import { describeFailure as describeBy, RunIdleError } from './run-failure.ts';

const describeFailure = (thrown: unknown) => describeBy(thrown, explainError);

it('leaves the model and the memory to the agent, which names the kind', () => {
  const refused = Object.assign(new Error('Incorrect API key provided: sk-123'), { status: 401 });
  const told = describeFailure(new Error('outer', { cause: refused }));
  expect(told.error).not.toBe('internal');
  expect(told.message).not.toContain('sk-123');
});

it('says in its own words what storage refused, and that a run went silent', () => {
  const full = new StorageError('unavailable', 'The disk is full.');
  const told = { error: 'storage', message: 'The disk is full.' };
  expect(describeFailure(new Error('outer', { cause: full }))).toEqual(told);
  expect(describeFailure(new RunIdleError('Silent for 5 minutes.')).error).toBe('run-silent');
});

it('never quotes an error it does not know', () => {
  const told = describeFailure(new TypeError('the secret text'));
  expect(told.error).toBe('internal');
  expect(told.message).not.toContain('secret');
});

it('survives errors that cause each other, and things thrown that are no errors', () => {
  const first = new Error('a');
  const second = new Error('b', { cause: first });
  first.cause = second;
  expect(describeFailure(first).error).toBe('internal');
  expect(describeFailure('a string').error).toBe('internal');
});
