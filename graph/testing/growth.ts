import { cpuUsage } from 'node:process';

/** Most that the cost at twice the size may be: double the work, and what a noisy machine adds. */
export const MOST_GROWTH = 2.5;

/** Least processor time that one measurement takes, in microseconds: shorter ones are noise. */
const LEAST_MICROSECONDS = 4000;
const REPETITIONS = 3;
/** A measurement that looks bad is made anew this often: another process may have come in between. */
const MEASUREMENTS = 12;

type Work<Input> = (input: Input) => unknown;

/**
 * How many times as much processor time some work takes when its input is twice the size. The
 * cheapest of several repetitions counts, and never the time on the wall. What looks bad is looked at
 * over two doublings: a threshold (a larger kind of memory, say) is passed once, growth goes on.
 */
export async function growthOf<Input>(
  work: Work<Input>,
  inputOf: (size: number) => Input,
  size: number,
): Promise<number> {
  const [single, double] = [inputOf(size), inputOf(size * 2)];
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < MEASUREMENTS && least > MOST_GROWTH; time += 1) {
    const times = await timesWorthMeasuring(work, single);
    const before = await cheapest(work, single, times);
    least = Math.min(least, (await cheapest(work, double, times)) / before);
  }
  return least > MOST_GROWTH ? Math.min(least, await overTwoDoublings(work, inputOf, size)) : least;
}

async function overTwoDoublings<Input>(
  work: Work<Input>,
  inputOf: (size: number) => Input,
  size: number,
): Promise<number> {
  const [single, fourfold] = [inputOf(size), inputOf(size * 4)];
  const times = await timesWorthMeasuring(work, single);
  const before = await cheapest(work, single, times);
  return Math.sqrt((await cheapest(work, fourfold, times)) / before);
}

/** How much dearer than nothing an input must make the work for its growth to be told from noise. */
const WORTH_JUDGING = 1.5;

/**
 * The same for work that costs something whatever its input is, such as a request or a turn: what it
 * costs with next to no input is taken off first. 1 where the input hardly matters beside that.
 */
export async function growthAboveFixed<Input>(
  work: Work<Input>,
  inputOf: (size: number) => Input,
  size: number,
): Promise<number> {
  const [none, single, double] = [inputOf(1), inputOf(size), inputOf(size * 2)];
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < MEASUREMENTS && least > MOST_GROWTH; time += 1) {
    const times = await timesWorthMeasuring(work, none);
    const fixed = await cheapest(work, none, times);
    const most = (await cheapest(work, double, times)) - fixed;
    if (most < WORTH_JUDGING * fixed) return 1;
    least = Math.min(least, most / ((await cheapest(work, single, times)) - fixed));
  }
  return least;
}

async function cheapest<Input>(work: Work<Input>, input: Input, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    least = Math.min(least, await cost(work, input, times));
  return least;
}

/** How often the work must be done for its cost to be measured; the first times also warm it up. */
async function timesWorthMeasuring<Input>(work: Work<Input>, input: Input): Promise<number> {
  for (let times = 1; ; times *= 4)
    if ((await cost(work, input, times)) >= LEAST_MICROSECONDS) return times;
}

async function cost<Input>(work: Work<Input>, input: Input, times: number): Promise<number> {
  const before = cpuUsage();
  for (let time = 0; time < times; time += 1) await work(input);
  const { user, system } = cpuUsage(before);
  return user + system;
}
