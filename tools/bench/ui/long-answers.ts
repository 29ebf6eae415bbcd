/** Chunks of a long answer, and how long it takes at its source, in milliseconds. */
export const CHUNKS = 2_000;
export const LONG_ANSWER_MS = 5_000;

const CHUNK_CHARACTERS = 4;
const LENGTH = CHUNKS * CHUNK_CHARACTERS;

/** The last words of every long answer: once they are painted, all of it is. */
export const LAST_WORDS = 'and that is all.';

/** The two long answers: prose, and what a model writes about code. */
export const LONG_ANSWERS = [
  { what: 'prose', question: 'Tell me at length.', text: fill(paragraph) },
  { what: 'markdown with code', question: 'Show me at length.', text: fill(chapter) },
] as const;

/** A long answer as it is said, four characters at a time. */
export function chunksOf(text: string): string[] {
  return Array.from({ length: CHUNKS }, (_, place) =>
    text.slice(place * CHUNK_CHARACTERS, (place + 1) * CHUNK_CHARACTERS),
  );
}

/** Parts one after the other, cut so that the last words end the text at its length. */
function fill(part: (number: number) => string): string {
  const ending = `\n\nSo much for today, ${LAST_WORDS}`;
  let text = '';
  for (let number = 1; text.length + part(number).length + ending.length <= LENGTH; number += 1)
    text += part(number);
  return text + 'x'.repeat(LENGTH - text.length - ending.length) + ending;
}

function paragraph(number: number): string {
  return (
    `The ${number}. part is about the weather over the hills: the wind comes from the west at ` +
    `${10 + number} knots, the clouds are broken at ${number * 100} feet, and rain is on its way. ` +
    `Whoever flies today looks at the alternates twice.\n\n`
  );
}

function chapter(number: number): string {
  return [
    `## Part ${number}\n`,
    `A **plan** is read by \`read_${number}\`, and what it says is *kept*. Three things matter:\n`,
    `- the [source](https://example.com/part-${number}) of it`,
    `- its age, in minutes`,
    `  1. of the file`,
    `  2. of the words\n`,
    '```ts',
    `export function read_${number}(text: string): number {`,
    `  const lines = text.split('\\n').filter((line) => line !== '');`,
    `  // Each line is one leg.`,
    `  return lines.reduce((sum, line) => sum + Number(line.trim()), ${number});`,
    `}`,
    '```\n',
    `| leg | minutes |`,
    `| --- | ------: |`,
    `| one | ${number * 3} |`,
    `| two | ${number * 7} |\n\n`,
  ].join('\n');
}
