import { expect, it } from 'vitest';

import { placeIn } from './place-in-document';

it('shows a quotation to the letter with what stands around it', () => {
  expect(placeIn('Rates. It costs 400.', 7, 20)).toEqual({
    before: 'Rates. ',
    quote: 'It costs 400.',
    after: '',
  });
});

it('cuts a long text, and no character in half', () => {
  const text = `${'🚀'.repeat(200)}quote${'🚀'.repeat(200)}`;
  for (const shift of [0, 1]) {
    const { before, quote, after } = placeIn(
      `${'x'.repeat(shift)}${text}`,
      400 + shift,
      405 + shift,
    );
    expect(quote).toBe('quote');
    expect(before).toMatch(/^… 🚀/u);
    expect(after).toMatch(/🚀 …$/u);
    expect((before + after).isWellFormed()).toBe(true);
  }
});
