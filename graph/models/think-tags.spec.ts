import fc from 'fast-check';
import { expect, it } from 'vitest';

import { ThinkTags } from './think-tags.ts';

/** What comes out when a text is taken in pieces of these lengths. */
function said(text: string, lengths: readonly number[] = [text.length]) {
  const tags = new ThinkTags();
  const parts = [];
  let at = 0;
  for (const length of lengths) {
    parts.push(tags.take(text.slice(at, at + length)));
    at += length;
  }
  parts.push(tags.take(text.slice(at)), tags.end());
  return {
    thought: parts.map(({ thought }) => thought).join(''),
    answer: parts.map(({ answer }) => answer).join(''),
  };
}

it.each([
  ['<think>Hm.</think>Yes.', { thought: 'Hm.', answer: 'Yes.' }],
  ['\n<think>\nHm.\n</think>\n\nYes.', { thought: '\nHm.', answer: 'Yes.' }],
  ['<thinking>Hm.</thinking> Yes.', { thought: 'Hm.', answer: 'Yes.' }],
  ['<Think>Hm.</THINK>Yes.', { thought: 'Hm.', answer: 'Yes.' }],
  ['<think></think>Yes.', { thought: '', answer: 'Yes.' }],
  ['<think>It never ends', { thought: 'It never ends', answer: '' }],
  ['Yes. <think>is a tag</think>.', { thought: '', answer: 'Yes. <think>is a tag</think>.' }],
  ['<b>bold</b>', { thought: '', answer: '<b>bold</b>' }],
  ['<think', { thought: '', answer: '<think' }],
  ['', { thought: '', answer: '' }],
])('keeps the thoughts of %j apart', (text, expected) => {
  expect(said(text)).toEqual(expected);
});

it('does so wherever the text is cut into pieces', () => {
  const text = '<think>a < b, </thin not</think>Yes, <think>.';
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }), (lengths) => {
      expect(said(text, lengths)).toEqual({
        thought: 'a < b, </thin not',
        answer: 'Yes, <think>.',
      });
    }),
  );
});

it('holds nothing back of an answer without tags', () => {
  expect(new ThinkTags().take('<p')).toEqual({ thought: '', answer: '<p' });
});
