import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';

import type { ServedGraph } from '../assistants/graphs.ts';
import { answersByInterrupt } from './bind-answer.ts';
import { graphConfig, type CallParts } from './graph-call.ts';
import type { GraphInput } from './graph-source.ts';
import { hasBegun, keepDoneBefore } from './keep-done.ts';
import { isPlainJson } from './plain-json.ts';
import { asGraphCommand, type RunCommand } from './run-request.ts';
import { rootHead, waitingInterrupts } from './waiting-interrupts.ts';

/** How an attempt begins. */
export type Beginning =
  /** Run the graph; `fork` says whether the request's checkpoint holds. */
  | { readonly kind: 'run'; readonly input: GraphInput; readonly fork: boolean }
  /** The person ends what is going on: clear the graph's tasks, after this update if there is one. */
  | { readonly kind: 'clear'; readonly update: unknown }
  /** It had stopped already, where the request or the graph says that a person decides. */
  | { readonly kind: 'stopped' };

/**
 * Decides how an attempt begins. A first one begins as requested. A later one goes on from the
 * run's own newest checkpoint with no input, or, where it has none, from the request: so a person's
 * input is neither lost nor taken twice, and an answer is never given to a later question.
 */
export async function recover(graph: ServedGraph, parts: CallParts): Promise<Beginning> {
  const { run, request, saver } = parts;
  if (run.attempt > 1) {
    const head = await rootHead(saver, run.threadId);
    if (head && hasBegun(head, run.runId)) {
      const stopped = await stoppedAtBreakpoint(graph, parts, head);
      return stopped ? { kind: 'stopped' } : { kind: 'run', input: null, fork: false };
    }
    if (request.command) return fromCommand(stillAsked(request.command, head));
  }
  return request.command ? fromCommand(request.command) : fromInput(graph, parts);
}

async function fromInput(graph: ServedGraph, parts: CallParts): Promise<Beginning> {
  const { input } = parts.request;
  if (!isPlainJson(input)) return { kind: 'run', input: null, fork: true };
  const kept = await keepDoneBefore(graph, parts);
  return { kind: 'run', input: { ...input }, fork: !kept };
}

function fromCommand(command: RunCommand): Beginning {
  const { goto, resume, update } = command;
  if (goto.length === 1 && goto[0] === '__end__' && resume === undefined)
    return { kind: 'clear', update };
  if (goto.length === 0 && resume === undefined && update === undefined)
    return { kind: 'run', input: null, fork: true };
  return { kind: 'run', input: asGraphCommand(command), fork: true };
}

/** The command without answers to interrupts that wait no more. */
function stillAsked(command: RunCommand, head: CheckpointTuple | undefined): RunCommand {
  if (!answersByInterrupt(command.resume)) return command;
  const waiting = waitingInterrupts(head);
  const left = Object.entries(command.resume).filter(([id]) => waiting.has(id));
  return { ...command, resume: left.length > 0 ? Object.fromEntries(left) : undefined };
}

/**
 * Whether the run's own head is a breakpoint. Going on with no input would step over it, and do
 * what the person had asked to see first.
 */
async function stoppedAtBreakpoint(
  graph: ServedGraph,
  parts: CallParts,
  head: CheckpointTuple,
): Promise<boolean> {
  const before = parts.request.interrupt_before ?? graph.interruptBefore;
  const after = parts.request.interrupt_after ?? graph.interruptAfter;
  if (before === undefined && after === undefined) return false;
  const { configurable, ...config } = graphConfig(parts);
  const at = (id: unknown) =>
    graph.getState({ ...config, configurable: { ...configurable, checkpoint_id: id } });
  const now = await at(head.checkpoint.id);
  if (now.next.length === 0) return false;
  if (names(before, now.next)) return true;
  const parent: unknown = head.parentConfig?.configurable?.['checkpoint_id'];
  return after !== undefined && parent !== undefined && names(after, (await at(parent)).next);
}

function names(asked: readonly string[] | '*' | undefined, nodes: readonly string[]): boolean {
  if (asked === undefined) return false;
  return asked === '*' ? nodes.length > 0 : nodes.some((node) => asked.includes(node));
}
