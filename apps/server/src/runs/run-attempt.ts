import { graphFor } from '../assistants/graph-factories.ts';
import type { Graphs, ServedGraph } from '../assistants/graphs.ts';
import type { AssistantRules } from '#graph/rules';
import { BaseMessage } from '@langchain/core/messages';

import type { RulesOf } from '../assistants/rules.ts';
import type { Clock } from '../clock.ts';
import { EventWriter } from '../events/event-writer.ts';
import type { LiveRun } from '../events/live-run.ts';
import { toWire } from '../events/wire.ts';
import { graphConfig, type CallParts } from '../graph-runner/graph-call.ts';
import { streamGraph, type GraphChunk } from '../graph-runner/graph-source.ts';
import { keepDone } from '../graph-runner/keep-done.ts';
import { workOf } from '../graph-runner/owner-work.ts';
import { pastConversationsOf } from '../graph-runner/past-conversations.ts';
import { isPlainJson } from '../graph-runner/plain-json.ts';
import { readRunRequest, type RunRequest } from '../graph-runner/run-request.ts';
import { MessageTextSoFar } from '../graph-runner/message-text-so-far.ts';
import { recover } from '../graph-runner/recover.ts';
import { EventTranslator } from '../graph-runner/translate.ts';
import { statusWhenStopped } from '../graph-runner/waiting-interrupts.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { RunAttempt, RunEvent, RunOutcome, RunRow, Storage } from '../storage/storage.ts';
import type { EngineLimits } from './engine-limits.ts';
import { IdleWatchdog } from './idle-watchdog.ts';
import { describeFailure, idleError, RunIdleError, RunStalledError } from './run-failure.ts';
import { loggableError, type RunLogger } from './run-logger.ts';
import { RunStopped } from './run-stopped.ts';
import { untilAborted } from './until-aborted.ts';

export interface AttemptHost {
  readonly storage: Storage;
  readonly graphs: Graphs;
  readonly rulesOf: RulesOf;
  readonly clock: Clock;
  readonly logger: RunLogger;
  readonly limits: EngineLimits;
  readonly stalled: ReadonlySet<string>;
}

/** One attempt at a run: from its claim to its outcome, its events and its last checkpoint. */
export class Attempt {
  readonly #host: AttemptHost;
  #graph: ServedGraph | undefined;
  readonly #live: LiveRun;
  readonly #control: AbortController;
  readonly #request: RunRequest;
  readonly #writer: EventWriter;
  readonly #translator: EventTranslator;
  readonly #rules: AssistantRules;
  readonly #spoken: MessageTextSoFar;
  #run: RunRow;
  #interrupted = false;

  /** `run` as claimed; aborting `control` with RunStopped stops the attempt. */
  constructor(host: AttemptHost, run: RunRow, live: LiveRun, control: AbortController) {
    this.#host = host;
    this.#run = run;
    this.#live = live;
    this.#control = control;
    this.#request = readRunRequest(run.request, run.assistantId);
    this.#graph = host.graphs.get(this.#request.graph_id);
    this.#rules = host.rulesOf(this.#request.graph_id);
    this.#spoken = new MessageTextSoFar(this.#rules.receiptOf);
    this.#translator = new EventTranslator(this.#request);
    this.#writer = new EventWriter((events) => this.#append(events), host.clock);
  }

  /**
   * Runs the graph to its end. Resolves when the outcome is committed, or at once when the run is
   * no longer this attempt's. Throws only when storage refuses; the run is then still open.
   */
  async execute(): Promise<void> {
    const { clock, limits } = this.#host;
    const { idleMs } = limits;
    const watchdog = new IdleWatchdog(clock, idleMs, () => this.#control.abort(idleError(idleMs)));
    try {
      const { runId, attempt } = this.#run;
      await this.#writer.push({ event: 'metadata', data: { run_id: runId, attempt } });
      this.#control.signal.throwIfAborted();
      if (!this.#graph) throw missingGraph(this.#request);
      if (attempt > limits.attempts) throw tooManyAttempts(limits);
      if (this.#host.stalled.has(runId)) throw new RunStalledError();
      this.#graph = await graphFor(this.#graph, this.#request.config);
      await this.#perform(this.#graph, () => watchdog.heard());
      await this.#writer.flush();
      await this.#finish({
        status: 'success',
        threadStatus: this.#interrupted ? 'interrupted' : 'idle',
      });
    } catch (thrown) {
      await this.#conclude(this.#control.signal.aborted ? this.#control.signal.reason : thrown);
    } finally {
      watchdog.stop();
      this.#writer.close();
    }
  }

  async #perform(graph: ServedGraph, heard: () => void): Promise<void> {
    const parts = this.#parts();
    const beginning = await recover(graph, parts);
    parts.signal.throwIfAborted();
    if (beginning.kind === 'run') {
      const { input, fork } = beginning;
      const source = streamGraph(graph, input, parts, { fork });
      for await (const chunk of untilAborted(source, parts.signal)) {
        heard();
        await this.#take(chunk);
      }
      return;
    }
    if (beginning.kind === 'clear') await this.#clear(graph, beginning.update);
    else this.#interrupted = true;
    await this.#tellValues(graph);
  }

  async #take(chunk: GraphChunk): Promise<void> {
    this.#spoken.hear(chunk);
    this.#interrupted ||= tellsOfInterrupt(chunk);
    for (const draft of this.#translator.translate(chunk)) await this.#writer.push(draft);
  }

  async #conclude(reason: unknown): Promise<void> {
    if (isLost(reason)) return;
    if (!(reason instanceof RunStopped)) return this.#fail(reason);
    if (reason.reason === 'shutting-down') return this.#writer.flush();
    if (reason.reason === 'rollback') return this.#rollBack();
    if (!(await this.#takeOver())) return;
    await this.#keepDone();
    await this.#finish({ status: 'interrupted', threadStatus: await this.#statusWhenStopped() });
  }

  async #fail(reason: unknown): Promise<void> {
    const { runId, threadId } = this.#run;
    this.#host.logger.error({ runId, threadId, error: loggableError(reason) }, 'run failed');
    const idle = reason instanceof RunIdleError;
    if (idle || (await this.#brokeOff())) {
      if (!(await this.#takeOver())) return;
      await this.#keepDone();
    }
    const error = describeFailure(reason, this.#rules.explain);
    await this.#tellWhatCanBe();
    await this.#append([{ event: 'error', data: error }]);
    await this.#finish({ status: idle ? 'timeout' : 'error', error, threadStatus: 'error' });
  }

  /** Writes what waits to be told; what the log refuses is no reason to leave a run without its end. */
  async #tellWhatCanBe(): Promise<void> {
    try {
      await this.#writer.flush();
    } catch (thrown) {
      if (isLost(thrown)) throw thrown;
      const fields = { runId: this.#run.runId, error: loggableError(thrown) };
      this.#host.logger.warn(fields, 'events not told');
    }
  }

  async #rollBack(): Promise<void> {
    const { owner, threadId, runId } = this.#run;
    await this.#host.storage.runs.delete(owner, threadId, runId, { checkpoints: true });
  }

  /**
   * Fences out what the aborted graph may still be writing, by claiming the run once more. False
   * when the run is no longer ours.
   */
  async #takeOver(): Promise<boolean> {
    await this.#tellWhatCanBe();
    const { runId, attempt } = this.#run;
    const now = new Date(this.#host.clock.now());
    const claimed = await this.#host.storage.runs.claim(runId, attempt, now);
    if (claimed) this.#run = claimed;
    return claimed !== undefined;
  }

  /** Commits what was done and said until the run was stopped, and tells the state it left. */
  async #keepDone(): Promise<void> {
    const graph = this.#graph;
    if (!graph) return;
    try {
      const kept = await keepDone(graph, {
        ...this.#parts(),
        signal: new AbortController().signal,
        waits: async () => (await this.#statusWhenStopped()) === 'interrupted',
        cutAnswer: (messages) => this.#spoken.cutAnswer(idsOf(messages)),
      });
      if (kept) await this.#tellValues(graph);
    } catch (thrown) {
      if (isLost(thrown)) throw thrown;
      // The thread is whole without it: a stop must end the run even where the graph refuses.
      const fields = { runId: this.#run.runId, error: loggableError(thrown) };
      this.#host.logger.warn(fields, 'what a stopped run had done was not kept');
    }
  }

  /** Whether the run failed in the middle of an answer: then what was said is kept, as on a stop. */
  async #brokeOff(): Promise<boolean> {
    if (!this.#graph) return false;
    try {
      const { messages } = await this.#state(this.#graph);
      return this.#spoken.cutAnswer(idsOf(messages)) !== undefined;
    } catch (thrown) {
      if (isLost(thrown)) throw thrown;
      const fields = { runId: this.#run.runId, error: loggableError(thrown) };
      this.#host.logger.warn(fields, 'what a failed run had said was not read');
      return false;
    }
  }

  #statusWhenStopped(): Promise<'idle' | 'interrupted'> {
    const { owner, threadId } = this.#run;
    return statusWhenStopped(this.#host.storage.checkpointer(owner), threadId);
  }

  async #clear(graph: ServedGraph, update: unknown): Promise<void> {
    const config = this.#config();
    if (update !== undefined) await graph.updateState(config, update);
    await graph.updateState(config, null, '__end__');
  }

  async #tellValues(graph: ServedGraph): Promise<void> {
    const payload = await this.#state(graph);
    await this.#take({ namespace: [], mode: 'values', payload });
    await this.#writer.flush();
  }

  async #state(graph: ServedGraph): Promise<Record<string, unknown>> {
    const snapshot = await graph.getState(this.#config());
    return snapshot.values as Record<string, unknown>;
  }

  async #finish(outcome: RunOutcome): Promise<void> {
    await this.#host.storage.runs.finish(this.#token(), outcome);
  }

  async #append(events: readonly Omit<RunEvent, 'id'>[]): Promise<void> {
    try {
      const ids = await this.#log(events);
      this.#live.publish(atHand(events, ids));
    } catch (thrown) {
      // A graph that is silent for long would notice only at its next event.
      if (isLost(thrown)) this.#control.abort(new RunStopped('lost'));
      throw thrown;
    }
  }

  async #log(events: readonly Omit<RunEvent, 'id'>[]): Promise<number[]> {
    const log = this.#host.storage.events;
    try {
      return await log.append(this.#token(), events);
    } catch (thrown) {
      if (!(thrown instanceof StorageError) || thrown.kind !== 'unserializable') throw thrown;
      // State that no checkpoint can hold is still told, as far as JSON can say it.
      const plain = events.map(({ event, data }) => ({ event, data: toWire(data) }));
      return log.append(this.#token(), plain);
    }
  }

  #parts(): CallParts {
    const { storage } = this.#host;
    return {
      run: this.#run,
      request: this.#request,
      saver: storage.fenced(this.#token()),
      saverBefore: storage.fenced(this.#token(), 'before-run'),
      store: storage.fencedStore(this.#token()),
      pastConversations: pastConversationsOf(storage, this.#run),
      work: workOf(storage, this.#run.owner),
      signal: this.#control.signal,
    };
  }

  /** For reading and updating the thread's state under the current fence, whatever was aborted. */
  #config() {
    return graphConfig({ ...this.#parts(), signal: new AbortController().signal });
  }

  #token(): RunAttempt {
    const { owner, threadId, runId, attempt } = this.#run;
    return { owner, threadId, runId, attempt };
  }
}

/**
 * Committed events as live readers get them, or undefined when one holds a whole state: that is
 * made into JSON only for those who ask for it.
 */
function atHand(
  events: readonly Omit<RunEvent, 'id'>[],
  ids: readonly number[],
): RunEvent[] | undefined {
  if (events.some(({ event }) => event.startsWith('values'))) return undefined;
  return events.map(({ event, data }, at) => ({ event, data: toWire(data), id: ids[at] ?? -1 }));
}

/** Ids of a state's messages. */
function idsOf(messages: unknown): ReadonlySet<string> {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return new Set(list.flatMap((one) => (BaseMessage.isInstance(one) ? [one.id ?? ''] : [])));
}

function missingGraph({ graph_id }: RunRequest): StorageError {
  return new StorageError('not-found', `There is no graph ${graph_id} on this server any more.`);
}

function tooManyAttempts({ attempts }: EngineLimits): StorageError {
  return new StorageError(
    'unavailable',
    `The server stopped in the middle of this run ${attempts} times, so it is not tried again. What it had done until then is kept.`,
  );
}

function isLost(reason: unknown): boolean {
  if (reason instanceof RunStopped) return reason.reason === 'lost';
  return reason instanceof StorageError && reason.kind === 'fenced';
}

function tellsOfInterrupt({ mode, payload }: GraphChunk): boolean {
  return mode === 'updates' && isPlainJson(payload) && '__interrupt__' in payload;
}
