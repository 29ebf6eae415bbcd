#!/usr/bin/env node
// First of all: libraries read the environment when they are loaded.
import '#server/start-environment';

import { text } from 'node:stream/consumers';

import { Client } from '@langchain/langgraph-sdk';

import { CliError } from './cli-error.ts';
import { readCommand, USAGE, type Command, type ConvertCommand } from './command-line.ts';
import { connect } from './connect.ts';
import { convertAlone, convertOnThread, type Outcome } from './convert-command.ts';
import { callersFolder, dataFolder } from './folders.ts';
import { identityFile, readIdentity, writeIdentity } from './identity.ts';
import { inLines, listThreads } from './threads-command.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);
const print = (out: string) => process.stdout.write(out);

try {
  process.exitCode = await run(readCommand(process.argv.slice(2)));
} catch (error) {
  say(sentenceOf(error));
  process.exitCode = 1;
}

async function run(command: Command): Promise<number> {
  const file = identityFile(process.env);
  switch (command.kind) {
    case 'help':
      print(USAGE);
      return 0;
    case 'identity':
      if (command.set) await writeIdentity(file, await text(process.stdin));
      else print(`${await readIdentity(file)}\n`);
      return 0;
    case 'threads': {
      const threads = await withServer(({ client }) => listThreads(client));
      print(command.json ? `${JSON.stringify(threads, null, 2)}\n` : inLines(threads));
      return 0;
    }
    case 'convert':
      return show(command, await convert(command));
  }
}

function convert(command: ConvertCommand): Promise<Outcome> {
  const folder = callersFolder(process.env);
  const { thread } = command;
  if (thread === undefined) return convertAlone(command, folder, say);
  return withServer((at) => convertOnThread({ ...command, thread }, { ...at, folder }, say));
}

/** Does something on the server of the data folder, under this user's identity. */
async function withServer<T>(
  work: (at: { client: Client; scope: Awaited<ReturnType<typeof readIdentity>> }) => Promise<T>,
): Promise<T> {
  const scope = await readIdentity(identityFile(process.env));
  const server = await connect(dataFolder(process.env), process.env, say);
  try {
    const { apiUrl } = server;
    const client = new Client({ apiUrl, apiKey: scope, callerOptions: { maxRetries: 0 } });
    return await work({ client, scope });
  } finally {
    await server.close();
  }
}

/** Prints what came of it; the exit status. */
function show({ json, thread }: ConvertCommand, outcome: Outcome): number {
  const { conversion, written, threadId } = outcome;
  const { report, result, turn, conventions } = conversion;
  if (json) {
    const { status, reasons, findings, ledger, converter } = report;
    const kept = threadId === undefined ? null : { name: thread, id: threadId };
    const made = { status, reasons, findings, ledger, converter, turn, conventions };
    print(`${JSON.stringify({ ...made, thread: kept, written, files: result }, null, 2)}\n`);
  } else if (written.length > 0) for (const path of written) say(`Wrote ${path}`);
  else
    for (const { name, text: out } of result) print(result.length > 1 ? `// ${name}\n${out}` : out);
  for (const { file, line, reason } of report.ledger) say(`${file}:${line}: ${reason}`);
  return report.status === 'accepted' ? 0 : 2;
}

/** What went wrong, as a person reads it: the server's own sentence where it refused. */
function sentenceOf(error: unknown): string {
  if (error instanceof CliError) return error.message;
  if (!(error instanceof Error)) return 'Something went wrong.';
  const body = /^HTTP \d+: (\{[\s\S]*\})$/.exec(error.message)?.[1];
  if (body === undefined) return error.message;
  const { message } = JSON.parse(body) as { message?: unknown };
  return typeof message === 'string' ? message : error.message;
}
