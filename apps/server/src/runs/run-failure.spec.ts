import { expect, it } from 'vitest';

import { StorageError } from '../storage/storage-error.ts';
import { describeFailure } from './run-failure.ts';

it('takes the words of whoever made the graph, where they have some', () => {
  const explain = (thrown: unknown) =>
    thrown instanceof RangeError ? { error: 'too-far', message: 'Come closer.' } : undefined;
  expect(describeFailure(new RangeError('x'), explain)).toEqual({
    error: 'too-far',
    message: 'Come closer.',
  });
  expect(describeFailure(new TypeError('secret'), explain).message).not.toContain('secret');
});

it('says in its own words what storage refused', () => {
  const full = new StorageError('unavailable', 'The disk is full.');
  const wrapped = new Error('outer', { cause: full });
  const explain = () => ({ error: 'other', message: 'Something else.' });
  expect(describeFailure(wrapped, explain)).toEqual({
    error: 'StorageError',
    message: 'The disk is full.',
  });
});

it('survives errors that cause each other, and things thrown that are no errors', () => {
  const first = new Error('a');
  const second = new Error('b', { cause: first });
  first.cause = second;
  expect(describeFailure(first).error).toBe('Error');
  expect(describeFailure('a string').message).toMatch(/unexpected error/);
});
