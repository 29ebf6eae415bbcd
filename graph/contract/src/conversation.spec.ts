import { describe, expect, it } from 'vitest';

import { isConversation, isConversationHit, type ConversationHitView } from './conversation.ts';

const HIT: ConversationHitView = {
  thread_id: 't',
  title: null,
  status: 'idle',
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
  active_at: '2026-03-01T10:00:00.000Z',
  temporary: false,
  graph_id: null,
  left_out: false,
  title_matches: [],
  has_all_words: true,
  turns: [
    {
      message_id: 'm',
      speaker: 'person',
      said_at: '2026-03-01T10:00:00.000Z',
      text: 'the hangar',
      matches: [[4, 10]],
    },
  ],
  turn_count: 1,
};

describe('a conversation', () => {
  it('is one with all its fields, and with fields of a newer server', () => {
    expect(isConversation(HIT)).toBe(true);
    expect(isConversationHit({ ...HIT, colour: 'red' })).toBe(true);
    expect(isConversation({ ...HIT, error: 'It is damaged.' })).toBe(true);
  });

  it.each([
    ['graph_id', 7],
    ['status', 'asleep'],
    ['active_at', 'yesterday'],
    ['title', undefined],
    ['left_out', 'no'],
  ])('is none when %s is %j', (key, value) => {
    expect(isConversation({ ...HIT, [key]: value })).toBe(false);
  });

  it.each([
    ['matches', [[4]]],
    ['matches', [[4, -1]]],
    ['speaker', 'system'],
    ['said_at', ''],
  ])('is no hit when a turn has %s %j', (key, value) => {
    expect(isConversationHit({ ...HIT, turns: [{ ...HIT.turns[0], [key]: value }] })).toBe(false);
  });
});
