import { describe, expect, it } from 'vitest';

import { questionsIn } from '../session/state/asked-question';
import { answersOf, rejectionOf, stepsOf, type Decision } from './step';

const config = (name: string, ...allowed: readonly string[]) => ({
  actionName: name,
  allowedDecisions: allowed,
});

const review = {
  actionRequests: [
    { name: 'fly', args: { to: 'KJAC' }, description: 'May I?' },
    { name: 'fuel', args: {} },
  ],
  reviewConfigs: [config('fly', 'approve', 'edit', 'reject', 'respond'), config('fuel', 'approve')],
};

const open = (...values: readonly unknown[]) =>
  questionsIn(values.map((value, place) => ({ id: `q${place}`, value })));
const call = (decision: Extract<Decision, { kind: 'call' }>['decision']): Decision => ({
  kind: 'call',
  decision,
});
const approve = call({ type: 'approve' });

describe('what a graph asks', () => {
  it('is one step for each call of a review, and one for anything else', () => {
    const steps = stepsOf(open(review, 'Which field?'));
    expect(steps).toEqual([
      {
        kind: 'call',
        key: 'q0-0',
        call: {
          name: 'fly',
          args: { to: 'KJAC' },
          description: 'May I?',
          allowed: new Set(['approve', 'edit', 'reject']),
        },
      },
      {
        kind: 'call',
        key: 'q0-1',
        call: { name: 'fuel', args: {}, description: '', allowed: new Set(['approve']) },
      },
      { kind: 'other', key: 'q1', value: 'Which field?' },
    ]);
  });

  it('is answered in the order of the calls, and only once all of them are decided', () => {
    const questions = open(review, { choose: 1 });
    const other: Decision = { kind: 'other', answer: null };
    const edit = call({ type: 'edit', args: { to: 'KSUN' } });
    const decided = new Map([
      ['q1', other],
      ['q0-1', approve],
    ]);
    expect(answersOf(questions, decided)).toEqual(new Map([['q1', null]]));
    expect(answersOf(questions, decided.set('q0-0', edit)).get('q0')).toEqual({
      decisions: [
        { type: 'edit', editedAction: { name: 'fly', args: { to: 'KSUN' } } },
        { type: 'approve' },
      ],
    });
  });

  it('is answered in the spelling it came in', () => {
    const python = {
      action_requests: [{ name: 'fly', args: {} }],
      review_configs: [{ action_name: 'fly', allowed_decisions: ['edit'] }],
    };
    const decided = new Map([['q0-0', call({ type: 'edit', args: { to: 'X' } })]]);
    expect(answersOf(open(python), decided).get('q0')).toEqual({
      decisions: [{ type: 'edit', edited_action: { name: 'fly', args: { to: 'X' } } }],
    });
  });

  it.each([
    ['no calls', { actionRequests: [], reviewConfigs: [] }],
    ['a call without arguments', { ...review, actionRequests: [{ name: 'fly' }] }],
    ['a call that nothing is said of', { ...review, reviewConfigs: [config('fly', 'approve')] }],
    ['decisions that are not known', { ...review, reviewConfigs: [config('fly', 'respond')] }],
    ['nothing', null],
    ['a list', [review]],
  ])('is shown as it is where a review has %s', (_, value) => {
    expect(stepsOf(open(value))).toEqual([{ kind: 'other', key: 'q0', value }]);
  });

  it('leaves out the part of a description that only repeats the call', () => {
    const args = { to: 'KJAC' };
    const description = `Needs approval\n\nTool: fly\nArgs: ${JSON.stringify(args, null, 2)}`;
    const value = {
      actionRequests: [{ name: 'fly', args, description }],
      reviewConfigs: [config('fly', 'approve')],
    };
    expect(stepsOf(open(value))[0]).toMatchObject({ call: { description: 'Needs approval' } });
  });

  it('is rejected as a whole only where all of it can be', () => {
    const rejectable = {
      ...review,
      reviewConfigs: [config('fly', 'reject'), config('fuel', 'reject')],
    };
    expect(rejectionOf(stepsOf(open(rejectable)))).toEqual(
      new Map([
        ['q0-0', call({ type: 'reject' })],
        ['q0-1', call({ type: 'reject' })],
      ]),
    );
    expect(rejectionOf(stepsOf(open(review)))).toBeUndefined();
    expect(rejectionOf(stepsOf(open(rejectable, 'words')))).toBeUndefined();
  });
});
