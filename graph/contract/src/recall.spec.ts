import { describe, expect, it } from 'vitest';

import {
  anchoredMessage,
  messageAnchor,
  parseTurnLink,
  recalledTurnsIn,
  turnLink,
  type RecalledTurn,
} from './recall.ts';

const PLACE = { thread_id: '0f2b8a54-6c1e-4d8e-9a77-0123456789ab', message_id: 'run-1(2)/ü' };

describe('the link to a turn', () => {
  it('names it again, and ends no Markdown link', () => {
    const link = turnLink(PLACE);
    expect(link).not.toMatch(/[()\s]/);
    expect(parseTurnLink(link)).toEqual(PLACE);
    expect(anchoredMessage(messageAnchor('m'))).toBe('m');
    expect(anchoredMessage('top')).toBeUndefined();
    expect(anchoredMessage(null)).toBeUndefined();
  });

  it.each([
    'https://example.org/c/a#message-b',
    '//c/a#message-b',
    '/c/a/b#message-b',
    '/c/a',
    '/c/a#other',
    '/d/a#message-b',
    '/c/%#message-b',
    ' /c/a#message-b',
  ])('is not %s', (address) => {
    expect(parseTurnLink(address)).toBeUndefined();
  });
});

describe('what a result says that it found', () => {
  const turn: RecalledTurn = {
    ...PLACE,
    title: null,
    speaker: 'person',
    said_at: '2026-03-12T10:00:00.000Z',
  };

  it('is a list of turns', () => {
    expect(recalledTurnsIn({ found: [turn] })).toEqual([turn]);
    expect(recalledTurnsIn({ found: [] })).toEqual([]);
  });

  it.each([undefined, null, [], {}, { found: [{ ...turn, said_at: 'March' }] }, { found: [{}] }])(
    'is not %j',
    (artifact) => {
      expect(recalledTurnsIn(artifact)).toBeUndefined();
    },
  );
});
