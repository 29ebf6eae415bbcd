import { parseArgs } from 'node:util';

import { StartError } from './config.ts';

export interface CommandLine {
  /** langgraph.json files to serve beside the product's own. */
  readonly graphFiles: readonly string[];
  /** Whether those files are served alone, without the product's own. */
  readonly alone: boolean;
}

/** Reads the command line: `--graphs FILE`, any number of times, and `--alone`. Throws StartError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { graphs, alone } = parse(args);
  if (alone && graphs.length === 0)
    throw new StartError('--alone serves the graphs of --graphs FILE alone; name a file.');
  return { graphFiles: graphs, alone };
}

function parse(args: readonly string[]): { graphs: string[]; alone: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        graphs: { type: 'string', multiple: true, default: [] },
        alone: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new StartError(
      'The options are --graphs FILE, a langgraph.json to serve as well, and --alone, to serve nothing else. Settings are environment variables.',
      { cause: error },
    );
  }
}
