import { FEATURES, type Features } from './features.ts';

export type Weights = Features;

/** Fitted by `npm run bench -- --only recall --data FILE --fit`; docs/bench.md says on what. */
export const WEIGHTS: Weights = {
  spread: 6,
  turn: 3.1,
  turnSquared: -3.7,
  session: 1.7,
  coverage: 1.9,
  speaker: 1,
  date: 5.7,
  pairs: 3.3,
  timeForWhen: 2.6,
  numberForHowMany: 1.5,
  afterQuestion: 0.4,
  questionBefore: 1.8,
  asks: -0.7,
  self: 0.6,
  reply: -0.4,
  namesForWhich: 1.5,
  quotationForWhich: 0.6,
};

export function scoreOf(features: Features, weights: Weights = WEIGHTS): number {
  return FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0);
}
