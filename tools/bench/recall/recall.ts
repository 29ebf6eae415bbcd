import { parseArgs } from 'node:util';

import { recallAny } from '#server/search/fuse';
import { candidatesFor, recall } from '#server/search/recall';
import { scoreOf, type Weights } from '#server/search/weights';

import { quantile, type Row } from '../row.ts';
import { assistantChats } from './assistant-chats.ts';
import { type Corpus, IndexedCorpora, type Said } from './corpus.ts';
import { type Example, fit } from './fit.ts';
import { readLocomo } from './locomo.ts';
import { manyConversations } from './many-conversations.ts';

/** Most that may be missed among the first ten, in per cent, with weights fitted to other conversations. */
const MISSED_BAR = 18;
const WARM_UP = 30;

/** How fast and large the search index is and, with `--data FILE` in the form of LoCoMo, how good. */
export async function measureRecall(): Promise<Row[]> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, only: { type: 'string' } } });
  const rows = [...(await speed()), ...(await chatRows())];
  return values.data === undefined ? rows : [...rows, ...(await quality(readLocomo(values.data)))];
}

async function speed(): Promise<Row[]> {
  const { threads, questions } = manyConversations(5000, 20);
  const corpora = new IndexedCorpora();
  try {
    await corpora.add('owner', threads);
    // A server has answered before; what compiling the code takes is not what a search takes.
    for (const { question } of questions.slice(0, WARM_UP))
      recall(corpora.index('owner'), question, 20);
    const times = questions.slice(WARM_UP).map(({ question }) => {
      const start = performance.now();
      recall(corpora.index('owner'), question, 20);
      return performance.now() - start;
    });
    const ratio = corpora.bytes / bytesOf(threads.flat());
    return [
      {
        what: 'recall over 100,000 messages, p95',
        value: quantile(times, 0.95),
        unit: 'ms',
        bar: 40,
      },
      { what: 'its index against the text', value: ratio, unit: 'x', bar: 1 },
    ];
  } finally {
    await corpora.close();
  }
}

/** How good it is on chats with long answers, the question worded once and as a model words it. */
async function chatRows(): Promise<Row[]> {
  const { questions, threads } = assistantChats();
  const corpora = new IndexedCorpora();
  try {
    await corpora.add('owner', threads);
    const times: number[] = [];
    const missed = (inSeveralWays: boolean) => {
      const misses = questions.filter(({ evidence, question, wordings }) => {
        const asked = inSeveralWays ? [question, ...wordings] : [question];
        const start = performance.now();
        const found = recallAny(corpora.index('owner'), asked, 10);
        times.push(performance.now() - start);
        const ids = new Set(found.map((each) => corpora.idOf('owner', each)));
        return !evidence.every((id) => ids.has(id));
      });
      return (100 * misses.length) / questions.length;
    };
    const [once, several] = [missed(false), missed(true)];
    const what = 'answers in chats with long answers not among the first ten';
    const note = `${questions.length} questions`;
    return [
      { what, value: once, unit: '%', bar: 15, note },
      { what: `${what}, three wordings`, value: several, unit: '%', bar: 5, note },
      { what: 'a search of those chats, p95', value: quantile(times, 0.95), unit: 'ms', bar: 40 },
      {
        what: 'the index of those chats against their text',
        value: corpora.bytes / bytesOf(threads.flat()),
        unit: 'x',
      },
    ];
  } finally {
    await corpora.close();
  }
}

async function quality(talks: readonly Corpus[]): Promise<Row[]> {
  const corpora = new IndexedCorpora();
  try {
    for (const [number, { threads }] of talks.entries()) await corpora.add(`o${number}`, threads);
    const asked = talks.map((talk, number) => ask(corpora, `o${number}`, talk));
    const missed = asked.flatMap((own, left) => {
      const weights = fit(asked.filter((_, at) => at !== left).flat());
      return own.map((each) => 100 * (1 - foundAmong(10, each, weights)));
    });
    const mean = missed.reduce((sum, share) => sum + share, 0) / missed.length;
    const bytes = bytesOf(talks.flatMap(({ threads }) => threads.flat()));
    return [
      {
        what: 'answers not among the first ten, fitted without the conversation',
        value: mean,
        unit: '%',
        bar: MISSED_BAR,
        note: `${missed.length} questions; ${JSON.stringify(fit(asked.flat()))}`,
      },
      {
        what: 'the index of that file against its text',
        value: corpora.bytes / bytes,
        unit: 'x',
        bar: 1,
      },
    ];
  } finally {
    await corpora.close();
  }
}

interface Asked extends Example {
  readonly evidence: number;
}

function ask(
  corpora: IndexedCorpora,
  owner: string,
  { threads, questions, names }: Corpus,
): Asked[] {
  const known = new Set(threads.flat().map(({ id }) => id));
  const index = corpora.index(owner);
  return questions.flatMap(({ question, evidence }) => {
    const wanted = new Set(evidence.filter((id) => known.has(id)));
    if (wanted.size === 0) return [];
    const candidates = candidatesFor(index, question, names ? { names } : {});
    const answers = candidates.flatMap(({ passage }, at) =>
      wanted.has(corpora.idOf(owner, passage)) ? [at] : [],
    );
    return [{ candidates, answers: new Set(answers), evidence: wanted.size }];
  });
}

/** The share of the answers among the best so many. */
function foundAmong(count: number, { candidates, answers, evidence }: Asked, weights: Weights) {
  const scores = candidates.map(({ features }) => scoreOf(features, weights));
  const best = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return best.slice(0, count).filter((at) => answers.has(at)).length / evidence;
}

function bytesOf(said: readonly Said[]): number {
  return said.reduce(
    (sum, { text, beside }) => sum + Buffer.byteLength([text, ...beside].join(' ')),
    0,
  );
}
