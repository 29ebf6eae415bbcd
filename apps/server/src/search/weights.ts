import { FEATURES, type Features } from './features.ts';

export type Weights = Features;

/** Fitted to questions about long talks of two people; docs/decisions says how well they do. */
export const WEIGHTS: Weights = {
  spread: 5.1,
  turn: 2.94,
  turnSquared: -2.8,
  session: 1.76,
  coverage: 3.58,
  speaker: 1.05,
  date: 4.5,
  pairs: 2.79,
  timeForWhen: 2.35,
  numberForHowMany: 1.58,
  afterQuestion: 0.41,
  questionBefore: 1.89,
  asks: -0.69,
  self: 0.67,
  reply: -0.39,
  namesForWhich: 1.43,
  quotationForWhich: 0.7,
};

export function scoreOf(features: Features, weights: Weights = WEIGHTS): number {
  return FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0);
}
