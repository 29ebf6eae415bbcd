import { parseArgs } from 'node:util';

import { StartError } from './config.ts';

export interface CommandLine {
  /** langgraph.json files to serve beside the product's own. */
  readonly graphFiles: readonly string[];
  /** Whether those files are served alone, without the product's own. */
  readonly alone: boolean;
  /** Directory of work records as JSON files; without it they are in the database. */
  readonly recordsDir?: string;
}

/** Reads the command line: `--graphs FILE`, any number of times, `--alone`, `--records DIR`. Throws StartError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { graphs, alone, records } = parse(args);
  if (alone && graphs.length === 0)
    throw new StartError('--alone serves the graphs of --graphs FILE alone; name a file.');
  if (records?.trim() === '') throw new StartError('--records DIR needs a directory. Name one.');
  return { graphFiles: graphs, alone, ...(records !== undefined && { recordsDir: records }) };
}

function parse(args: readonly string[]): {
  graphs: string[];
  alone: boolean;
  records?: string | undefined;
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        graphs: { type: 'string', multiple: true, default: [] },
        alone: { type: 'boolean', default: false },
        records: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new StartError(
      'The options are --graphs FILE, a langgraph.json to serve as well, --alone, to serve nothing else, and --records DIR, to keep work records as files. Settings are environment variables.',
      { cause: error },
    );
  }
}
