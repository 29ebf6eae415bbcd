import { parseArgs } from 'node:util';

import { CliError } from './cli-error.ts';

export interface ConvertCommand {
  readonly kind: 'convert';
  /** Paths as they were given. */
  readonly files: readonly string[];
  /** Name or id of the conversation; without one nothing is kept. */
  readonly thread: string | undefined;
  readonly out: string | undefined;
  readonly refine: string | undefined;
  /** Whether result files that were edited by hand are taken as the new baseline. */
  readonly adopt: boolean;
  readonly json: boolean;
}

export type Command =
  | ConvertCommand
  | { readonly kind: 'threads'; readonly json: boolean }
  | { readonly kind: 'identity'; readonly set: boolean }
  | { readonly kind: 'help' };

export const USAGE = `Converts Selenium tests into Playwright tests.

  convert FILE… [--thread NAME] [--out PATH] [--refine RULE] [--json]
  convert --thread NAME --refine RULE [--adopt] [--json]
  convert threads [--json]      your conversions: name, turns, last use, status
  convert identity [--set]      prints the recovery text; --set takes one from the standard input

  --thread NAME   keeps the conversion under this name; later only what changes is said
  --out PATH      where the result is written; without it, it is printed
  --refine RULE   one instruction, such as "use getByTestId for every form field"
  --adopt         goes on from result files that you edited by hand
  --json          prints what came of it as JSON

Exit status: 0 accepted, 2 needs review, 1 error.
`;

const OPTIONS = {
  thread: { type: 'string' },
  out: { type: 'string' },
  refine: { type: 'string' },
  adopt: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  set: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads the command line. Throws CliError. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const { thread, out, refine, adopt, json, set } = values;
  if (values.help || args.length === 0) return { kind: 'help' };
  const [first] = positionals;
  const plain = thread === undefined && out === undefined && refine === undefined && !adopt;
  if (positionals.length === 1 && plain) {
    if (first === 'threads' && !set) return { kind: 'threads', json };
    if (first === 'identity' && !json) return { kind: 'identity', set };
  }
  if (set) throw new CliError('--set belongs to the command "identity" alone.');
  if (thread?.trim() === '') throw new CliError('--thread needs a name.');
  if (refine?.trim() === '') throw new CliError('--refine needs an instruction.');
  if (thread === undefined && adopt)
    throw new CliError('--adopt goes on from a kept conversion: name it with --thread.');
  if (thread === undefined && positionals.length === 0)
    throw new CliError('Name the files to convert, or a kept conversion with --thread.');
  if (positionals.length === 0 && refine === undefined && !adopt && out === undefined)
    throw new CliError('Say what is to change: --refine RULE, --adopt, or the files again.');
  return { kind: 'convert', files: positionals, thread, out, refine, adopt, json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const said = error instanceof Error ? error.message : 'The command line cannot be read.';
    throw new CliError(`${said.split('. ')[0] ?? said}. See --help.`, { cause: error });
  }
}
