import { type Candidate, FEATURES } from '#server/search/features';
import { type Weights } from '#server/search/weights';

/** What is weighed for one question, and which of it is an answer. */
export interface Example {
  readonly candidates: readonly Candidate[];
  readonly answers: ReadonlySet<number>;
}

const ROUNDS = 120;
const STEP = 0.5;
/** Holds weights small that little speaks for. */
const DECAY = 1e-3;

/**
 * Weights under which the answers are the most probable candidates: a softmax over each question's
 * candidates, climbed by gradient (Adam).
 */
export function fit(examples: readonly Example[]): Weights {
  const usable = examples.filter(({ answers }) => answers.size > 0).map(asMatrix);
  const size = FEATURES.length;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const gradient = new Float64Array(size);
    for (const example of usable) addGradient(gradient, example, weights);
    const step = STEP * (1 - round / (ROUNDS + 1));
    for (let at = 0; at < size; at += 1) {
      const slope = (gradient[at] ?? 0) / usable.length - DECAY * (weights[at] ?? 0);
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * slope ** 2;
      const [first, second] = [
        (mean[at] ?? 0) / (1 - 0.9 ** round),
        (square[at] ?? 0) / (1 - 0.99 ** round),
      ];
      weights[at] = (weights[at] ?? 0) + (step * first) / (Math.sqrt(second) + 1e-8);
    }
  }
  return Object.fromEntries(
    FEATURES.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))]),
  ) as Weights;
}

interface Matrix {
  /** The candidates' features, one candidate after another. */
  readonly values: Float64Array;
  /** What each candidate's share of the probability is to be. */
  readonly wanted: Float64Array;
}

/** Each answer is wanted alike: they are asked for together. */
function asMatrix({ candidates, answers }: Example): Matrix {
  const rows = candidates.flatMap(({ features }) => FEATURES.map((name) => features[name]));
  const wanted = candidates.map((_, at) => (answers.has(at) ? 1 / answers.size : 0));
  return { values: Float64Array.from(rows), wanted: Float64Array.from(wanted) };
}

function addGradient(
  gradient: Float64Array,
  { values, wanted }: Matrix,
  weights: Float64Array,
): void {
  const size = weights.length;
  const odds = new Float64Array(wanted.length);
  let most = -Infinity;
  for (let row = 0; row < odds.length; row += 1) {
    let score = 0;
    for (let at = 0; at < size; at += 1)
      score += (values[row * size + at] ?? 0) * (weights[at] ?? 0);
    odds[row] = score;
    most = Math.max(most, score);
  }
  let all = 0;
  for (const [row, score] of odds.entries()) all += odds[row] = Math.exp(score - most);
  for (let row = 0; row < odds.length; row += 1) {
    const pull = (wanted[row] ?? 0) - (odds[row] ?? 0) / all;
    for (let at = 0; at < size; at += 1)
      gradient[at] = (gradient[at] ?? 0) + pull * (values[row * size + at] ?? 0);
  }
}
