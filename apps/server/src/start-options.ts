import { parseArgs } from 'node:util';

import { StartError } from './config.ts';

export interface CommandLine {
  /** The langgraph.json to serve; the product's own when absent. */
  readonly graphsFile?: string;
}

/** Reads the command line: `--graphs FILE` alone. Throws StartError with a sentence. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({ args: [...args], options: { graphs: { type: 'string' } } });
    return values.graphs === undefined ? {} : { graphsFile: values.graphs };
  } catch (error) {
    throw new StartError(
      'The only option is --graphs FILE, a langgraph.json to serve. Settings are environment variables.',
      { cause: error },
    );
  }
}
