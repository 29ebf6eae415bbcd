import { codeRuns, type Run } from './code-runs';
import type { HighlightJob, HighlightReply } from './highlight-job';

/** Most runs that are shown: each is an element of the page, and more would stop it. */
const MOST_RUNS = 10_000;

addEventListener('message', ({ data }: MessageEvent<HighlightJob>) => {
  const reply: HighlightReply = { runs: runsIn(data) };
  postMessage(reply);
});

function runsIn({ code, language }: HighlightJob): readonly Run[] | undefined {
  try {
    const runs = codeRuns(code, language);
    return runs.length > MOST_RUNS ? undefined : runs;
  } catch {
    // Code that exhausts the highlighter is shown without colours.
    return undefined;
  }
}
