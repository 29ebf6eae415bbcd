/**
 * Most that reading a stretch of running text may cost for each of its characters. Pairing emphasis
 * takes the square of its marks, and looking for addresses the square of the longest unbroken run.
 */
const MOST_MARKS_SQUARED = 30;
const MOST_RUNS_SQUARED = 4_000;

/**
 * Whether a stretch is too dear to be read as markdown: some thousand marks, or one endless word,
 * would stop the page. What is decided of a stretch depends on it alone.
 */
export function isTooDear(text: string): boolean {
  const marks = [...text.matchAll(/[*_~]+/g)].length;
  if (marks * marks > MOST_MARKS_SQUARED * Math.max(text.length, MOST_MARKS_SQUARED)) return true;
  let squares = 0;
  for (const [run] of text.matchAll(/\S+/g)) squares += run.length * run.length;
  return squares > MOST_RUNS_SQUARED * text.length;
}
