import { isActive, type RunSummary, type Transport } from '../transport/transport';
import { transcriptOf } from './transcript';

/**
 * The run that took a message although its reply was lost, found by reads. An active run counts:
 * whether it holds this message shows at its end. Undefined when the server has no such run, or
 * cannot be reached.
 */
export async function findRunOf(
  transport: Pick<Transport, 'readLatestRun' | 'readState'>,
  threadId: string,
  messageId: string,
): Promise<RunSummary | undefined> {
  try {
    const run = await transport.readLatestRun(threadId);
    if (run === undefined || isActive(run.status)) return run;
    const { values } = await transport.readState(threadId);
    const taken = transcriptOf(values['messages']).some(({ id }) => id === messageId);
    return taken ? run : undefined;
  } catch {
    // Still unreachable: the words are given back, and the person decides.
    return undefined;
  }
}
