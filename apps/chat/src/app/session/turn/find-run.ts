import type { RunSummary, Transport } from '../../transport/transport';

/**
 * The run that took a message although its reply was lost, other than one in which it failed
 * before; undefined when the server has none.
 * Throws a TransportError when the server cannot say.
 */
export async function findRunOf(
  transport: Pick<Transport, 'readRuns'>,
  threadId: string,
  messageId: string,
  failedRunId?: string,
): Promise<RunSummary | undefined> {
  const runs = await transport.readRuns(threadId);
  return runs.find(({ runId, sent }) => sent?.id === messageId && runId !== failedRunId);
}
