import { ignoredVariables } from './start-environment.ts';
import { pino } from 'pino';

import { describeModel } from '#graph/models/create-model';

import { readConfig, StartError } from './config.ts';
import { describeError } from './http/describe-error.ts';
import { readCommandLine } from './start-options.ts';
import { startServer } from './start-server.ts';
import { StorageError } from './storage/storage-error.ts';

/** How long running answers may go on after the first signal, in milliseconds. */
const GRACE_MS = 10_000;

try {
  const config = readConfig(process.env);
  const logger = pino();
  const server = await startServer({ config, logger, ...readCommandLine(process.argv.slice(2)) });
  process.stdout.write(`Throughline listens on ${server.url}\n${describeModel(process.env)}\n`);
  if (ignoredVariables.length > 0)
    process.stdout.write(
      `Ignored, since they are no settings of this server: ${ignoredVariables.join(', ')}\n`,
    );

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    process.stdout.write(`${signal}: finishing what runs. Once more to stop at once.\n`);
    server.stop(GRACE_MS).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: describeError(error) }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  server.onSignals(['SIGTERM', 'SIGINT'], stop);
} catch (error) {
  // What a person can mend is told in a sentence; anything else is a fault, with its stack.
  if (!(error instanceof StartError || error instanceof StorageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
