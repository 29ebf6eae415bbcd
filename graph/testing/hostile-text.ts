import fc from 'fast-check';

/** Beginnings and pieces that the rules look for, so that generated texts get deep into them. */
const BEGINNINGS = [
  ...['', 'change ', 'change a to ', 'please remember ', 'remember that ', 'forget ', 'forget all'],
  ...['what do you know', 'no ', 'actually', 'hi', 'in this conversation, always ', 'always '],
  ...['token for ', 'token for a', 'my password is', 'eyJ', 'a://b:', '-----BEGIN ', 'bearer '],
  ...['Attached file "', 'data:image/png;base64,', 'my ', 'sk-', 'x@', '/a/'],
];
const PIECES = [
  ...[' ', '  ', '\t', '\n', '.', '!', '?', '"', "'", '-', ':', '/', '\\', '=', '@', '_', ','],
  ...['a', 'a ', ' a', 'a.', '0', 'aA0', 'eyJ', 'eyJaaaaaaaa.', 'token ', 'token for ', ' to '],
  ...['is ', 'pass', 'my ', 'please ', 'also, ', 'a://', '- ', '- a\n', 'é', '😀', 'ß', '。', '\r'],
];

/** A text that repeats a piece, which is how an expensive one is made. */
export interface HostileText {
  readonly beginning: string;
  readonly pieces: readonly string[];
  readonly end: string;
}

export const hostileText: fc.Arbitrary<HostileText> = fc.record({
  beginning: fc.constantFrom(...BEGINNINGS),
  pieces: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
  end: fc.constantFrom('', 'x', '!', ' ', '\n', '"', '@', 'is x'),
});

/** The text with as many pieces as make up this many UTF-16 units. */
export function writeHostile({ beginning, pieces, end }: HostileText, size: number): string {
  const piece = pieces.join('');
  return beginning + piece.repeat(Math.ceil(size / piece.length)) + end;
}
