import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY } from '#contract/names';

import type { RunSummary, ThreadSnapshot } from '../../transport/transport';
import { TransportError } from '../../transport/transport-error';
import { ai, AT, human, SCOPE } from '../testing/session-harness';
import { confirmRestored, type RestoredInput } from './confirm-restored';

const OTHER = '0b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';

const call = { tool_calls: [{ id: 'call', name: 'edit_file', args: { file_path: MEMORY_PATH } }] };
const result = { type: 'tool', id: 't', tool_call_id: 'call', content: 'done' };
const MESSAGES: readonly unknown[] = [
  human('a', 'one'),
  ai('a1', 'first'),
  human('b', 'remember'),
  ai('b1', '', call),
  result,
  ai('b2', 'Noted.'),
];
const OBSERVED = { [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: 'x' }, [PRIVATE_OWNER_KEY]: SCOPE };
const RUN: RunSummary = {
  runId: 'r',
  status: 'success',
  sent: { id: 'b', text: 'remember' },
  from: undefined,
  memoryOff: false,
  failure: undefined,
};

interface Changes {
  readonly messages?: readonly unknown[];
  readonly values?: Readonly<Record<string, unknown>>;
  readonly run?: Partial<RunSummary>;
  readonly state?: Partial<ThreadSnapshot>;
  readonly over?: Partial<RestoredInput>;
}

function judge({ messages = MESSAGES, values = OBSERVED, run, state, over }: Changes) {
  return confirmRestored({
    run: { ...RUN, ...run },
    snapshot: {
      values: { messages, ...values },
      checkpointId: 'head',
      createdAt: undefined,
      next: [],
      interrupts: [],
      ...state,
    },
    historyHead: 'head',
    scope: SCOPE,
    at: AT,
    ...over,
  });
}

const SAVED = { saved: true, at: AT };
const noFile = { [PRIVATE_CONTENTS_KEY]: {}, [PRIVATE_OWNER_KEY]: SCOPE };
const ownerOnly = { [PRIVATE_OWNER_KEY]: SCOPE };

describe('a restored turn is saved, at the time of the read', () => {
  it.each<[string, Changes]>([
    ['that is whole', {}],
    ['that found no memory file', { values: noFile }],
    ['whose message the server does not name', { run: { sent: undefined } }],
    ['that left memory alone', { values: {}, run: { memoryOff: true } }],
    ['that left memory alone, and is bound', { values: ownerOnly, run: { memoryOff: true } }],
    [
      'after a summary of what came before',
      {
        messages: [
          { ...human('s', 'so far'), additional_kwargs: { lc_source: 'summarization' } },
          ...MESSAGES.slice(2),
        ],
      },
    ],
  ])('%s', (_, changes) => {
    expect(judge(changes)).toEqual(SAVED);
  });
});

const text = (length: number) => ({ [MEMORY_PATH]: 'x'.repeat(length) });
const contents = (of: unknown) => ({ [PRIVATE_CONTENTS_KEY]: of, [PRIVATE_OWNER_KEY]: SCOPE });

describe('a restored turn is not said to be saved', () => {
  it.each<[string, Changes, RegExp]>([
    ['when the history has another head', { over: { historyHead: 'newer' } }, /moved on/],
    ['when the history has no head', { over: { historyHead: undefined } }, /moved on/],
    [
      'when neither names a checkpoint',
      { state: { checkpointId: undefined }, over: { historyHead: undefined } },
      /moved on/,
    ],
    ['when it is to go on', { state: { next: ['model'] } }, /middle/],
    ['when it waits for an answer', { state: { interrupts: [{ id: 'i', value: 1 }] } }, /middle/],
    ['without its message', { messages: MESSAGES.slice(0, 2) }, /newest turn/],
    ['followed by another message', { messages: [...MESSAGES, human('c', 'x')] }, /newest turn/],
    ['without messages', { messages: [] }, /newest turn/],
    ['with messages that are none', { values: { ...OBSERVED, messages: 'x' } }, /newest turn/],
    ['without an answer', { messages: MESSAGES.slice(0, 3) }, /not whole/],
    ['without its last answer', { messages: MESSAGES.slice(0, 5) }, /not whole/],
    [
      'without a tool’s result',
      { messages: MESSAGES.filter((message) => message !== result) },
      /not whole/,
    ],
    [
      'when the answer was cut',
      { messages: [...MESSAGES.slice(0, 5), ai('b2', 'No', { response_metadata: { cut: true } })] },
      /not whole/,
    ],
    ['without an observation', { values: {} }, /not observed/],
    ['with an owner and no contents', { values: ownerOnly }, /not observed/],
    ['with contents and no owner', { values: { [PRIVATE_CONTENTS_KEY]: {} } }, /not valid/],
    [
      'with another’s observation',
      { values: { ...OBSERVED, [PRIVATE_OWNER_KEY]: OTHER } },
      /another memory/,
    ],
    [
      'with another’s binding, memory left alone',
      { values: { [PRIVATE_OWNER_KEY]: OTHER }, run: { memoryOff: true } },
      /another memory/,
    ],
    ['when this page has no identity', { over: { scope: undefined } }, /another memory/],
    ['when the memory is too large', { values: contents(text(65_537)) }, /not valid/],
    [
      'when the memory is ill-formed',
      { values: contents({ [MEMORY_PATH]: '\ud800' }) },
      /not valid/,
    ],
    ['when another file is named', { values: contents({ '/x': '' }) }, /not valid/],
    ['when contents are no object', { values: contents('x') }, /not valid/],
  ])('%s', (_, changes, reason) => {
    const judged = judge(changes);
    expect(judged).toEqual({ saved: false, reason: expect.stringMatching(reason) as unknown });
  });

  it('at the greatest size, it is', () => {
    expect(judge({ values: contents(text(65_536)) })).toEqual(SAVED);
  });

  it.each(['error', 'timeout', 'interrupted', 'pending', 'running'] as const)(
    'and nothing at all is claimed of one that is %s',
    (status) => {
      const failure = new TransportError('run-failed', 'Out.');
      expect(judge({ run: { status, failure } })).toBeUndefined();
    },
  );
});
