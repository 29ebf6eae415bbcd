import type { AssistantSummary } from '#contract/assistant';
import type { RunStatus } from '#contract/status';

import type {
  AnswerRequest,
  CheckpointLink,
  EnqueueRequest,
  Metadata,
  RunSummary,
  ServerInfo,
  StartRequest,
  StreamPart,
  ThreadSnapshot,
  Transport,
  TurnRequest,
} from '../transport';
import { isActive } from '../transport';
import { TransportError } from '../transport-error';

/** A run of the fake, driven by the test: it says what the test makes it say, when it does. */
export class FakeRun {
  readonly runId: string;
  readonly request: TurnRequest;
  status: RunStatus;
  failure: TransportError | undefined;
  memoryOff = false;
  /** What the run answers, if it goes on with a turn that waited. */
  answer: AnswerRequest | undefined;
  readonly #log: StreamPart[] = [];
  readonly #wake = new Set<() => void>();
  readonly #onEnd: () => void;
  /** Raised by each break of the connection; a reader of an earlier time sees an error. */
  #breaks = 0;

  constructor(runId: string, request: TurnRequest, status: RunStatus, onEnd: () => void) {
    this.runId = runId;
    this.request = request;
    this.status = status;
    this.#onEnd = onEnd;
  }

  /** The run as a read tells it. */
  summary(): RunSummary {
    const { messageId: id, text, attachments } = this.request;
    const said = { id, text, ...(attachments && { attachments }) };
    const sent = this.answer === undefined ? said : undefined;
    const { from } = this.request;
    const { failure, memoryOff, runId, status } = this;
    return { runId, status, sent, from, memoryOff, failure };
  }

  tell(event: string, data: unknown): void {
    this.#log.push({ id: String(this.#log.length), event, data });
    this.#notify();
  }

  /** Ends the run and the streams that follow it. */
  end(status: RunStatus): void {
    this.status = status;
    this.#onEnd();
    this.#notify();
  }

  /** Ends the run in an error. */
  fail(failure: TransportError): void {
    this.failure = failure;
    this.end('error');
  }

  /** Cuts every reader's connection; the run goes on. */
  breakConnections(): void {
    this.#breaks++;
    this.#notify();
  }

  async *read(after: number, signal: AbortSignal): AsyncIterable<StreamPart> {
    const breaks = this.#breaks;
    signal.addEventListener('abort', () => this.#notify());
    for (let next = after + 1; !signal.aborted;) {
      if (this.#breaks !== breaks) throw offline();
      const part = this.#log[next];
      if (part !== undefined) {
        next++;
        yield part;
      } else if (!isActive(this.status)) return;
      else await new Promise<void>((resolve) => this.#wake.add(resolve));
    }
  }

  #notify(): void {
    for (const wake of this.#wake) wake();
    this.#wake.clear();
  }
}

/** An in-process server for tests: real streams and reads, scripted runs, every call recorded. */
export class FakeTransport implements Transport {
  readonly calls: string[] = [];
  readonly runs: FakeRun[] = [];
  readonly states = new Map<string, ThreadSnapshot>();
  readonly metadata = new Map<string, Metadata>();
  /** Where each thread's checkpoints stand, newest first. */
  readonly links = new Map<string, readonly CheckpointLink[]>();
  /** What threads held at earlier checkpoints, by their id. */
  readonly earlier = new Map<string, ThreadSnapshot>();
  /** Failures that the next calls of a method meet, in order. */
  readonly failing = new Map<keyof Transport, Error[]>();
  /** How many messages `readNewest` gives. */
  newest = Infinity;
  info: ServerInfo = {
    model: { kind: 'demo', name: 'demo', images: false },
    clientBuild: undefined,
  };
  assistants: readonly AssistantSummary[] = [];
  /** Called for each run that was accepted. */
  onRun: (run: FakeRun) => void = () => undefined;
  /** Whether the reply to `start` gets lost after the run was accepted. */
  losesReply = false;

  fail(method: keyof Transport, ...errors: Error[]): void {
    this.failing.set(method, errors);
  }

  /** The newest run. */
  get run(): FakeRun {
    const run = this.runs.at(-1);
    if (run === undefined) throw new Error('no run was started');
    return run;
  }

  prepare(): void {
    // The fake is all there.
  }

  async createThread(graphId: string, metadata: Metadata = {}): Promise<string> {
    await this.#called('createThread');
    const threadId = `thread-${this.states.size + 1}`;
    this.setMessages(threadId, []);
    this.metadata.set(threadId, { ...metadata, graph_id: graphId });
    return threadId;
  }

  /** Sets what the thread's state holds; further values stand beside the messages. */
  setMessages(threadId: string, messages: unknown[], values: Record<string, unknown> = {}): void {
    this.states.set(threadId, {
      values: { messages, ...values },
      checkpointId: `checkpoint-${messages.length}`,
      createdAt: '2026-01-01T10:00:00.000Z',
      next: [],
      interrupts: [],
    });
  }

  async *start(request: StartRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    await this.#called('start');
    const run = this.#accept(request);
    if (this.losesReply) throw offline();
    request.onAccepted(run.runId);
    yield* run.read(-1, signal);
  }

  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    await this.#called('answer', Object.keys(request.answers).join(' '));
    const { assistant, threadId } = request;
    const run = this.#accept({ assistant, threadId, messageId: '', text: '' });
    run.answer = request;
    request.onAccepted(run.runId);
    yield* run.read(-1, signal);
  }

  async enqueue(request: EnqueueRequest): Promise<string> {
    await this.#called('enqueue', request.whenBusy);
    const open = this.#open(request.threadId);
    const run = this.#accept(request);
    if (request.whenBusy === 'interrupt') for (const each of open) each.end('interrupted');
    return run.runId;
  }

  async *join(
    _threadId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncIterable<StreamPart> {
    await this.#called('join', lastEventId);
    yield* this.#find(runId).read(Number(lastEventId ?? -1), signal);
  }

  async cancel(_threadId: string, runId: string): Promise<void> {
    await this.#called('cancel', runId);
    this.#find(runId).end('interrupted');
  }

  async readRun(_threadId: string, runId: string): Promise<RunSummary> {
    await this.#called('readRun');
    return this.#find(runId).summary();
  }

  async readRuns(threadId: string): Promise<readonly RunSummary[]> {
    await this.#called('readRuns');
    const runs = this.runs.filter(({ request }) => request.threadId === threadId);
    return runs.map((run) => run.summary()).toReversed();
  }

  async readState(threadId: string, checkpointId?: string): Promise<ThreadSnapshot> {
    await this.#called('readState', checkpointId);
    const now = this.states.get(threadId);
    const isNow = checkpointId === undefined || checkpointId === now?.checkpointId;
    const state = isNow ? now : this.earlier.get(checkpointId);
    if (state === undefined)
      throw new TransportError('not-found', 'There is no such conversation.');
    return state;
  }

  async readNewest(threadId: string): Promise<ThreadSnapshot> {
    const state = await this.readState(threadId);
    const messages = state.values['messages'];
    if (!Array.isArray(messages) || messages.length <= this.newest) return state;
    const earlier = messages.slice(0, -this.newest) as readonly { id: string }[];
    const values = { ...state.values, messages: messages.slice(-this.newest) };
    return { ...state, values, earlier: earlier.map(({ id }) => id) };
  }

  async readHistoryHead(threadId: string): Promise<string | undefined> {
    await this.#called('readHistoryHead');
    return this.states.get(threadId)?.checkpointId;
  }

  async readLinks(threadId: string): Promise<readonly CheckpointLink[]> {
    await this.#called('readLinks');
    return this.links.get(threadId) ?? [];
  }

  async readServerInfo(): Promise<ServerInfo> {
    await this.#called('readServerInfo');
    return this.info;
  }

  async readAssistants(): Promise<readonly AssistantSummary[]> {
    await this.#called('readAssistants');
    return this.assistants;
  }

  async readMetadata(threadId: string): Promise<Metadata | undefined> {
    await this.#called('readMetadata');
    return this.metadata.get(threadId) ?? (this.states.has(threadId) ? {} : undefined);
  }

  async setMetadata(threadId: string, metadata: Metadata): Promise<void> {
    await this.#called('setMetadata');
    this.metadata.set(threadId, { ...this.metadata.get(threadId), ...metadata });
  }

  async setValues(threadId: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#called('setValues');
    const state = await this.readState(threadId);
    this.states.set(threadId, { ...state, values: { ...state.values, ...values } });
  }

  async renewThread(threadId: string): Promise<void> {
    await this.#called('renewThread', threadId);
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#called('deleteThread', threadId);
    this.states.delete(threadId);
  }

  /** One run at a time per thread, in order. */
  #accept(request: TurnRequest): FakeRun {
    const { threadId } = request;
    const status = this.#open(threadId).length === 0 ? 'running' : 'pending';
    const run = new FakeRun(`run-${this.runs.length + 1}`, request, status, () => {
      const next = this.#open(threadId)[0];
      if (next !== undefined) next.status = 'running';
    });
    this.runs.push(run);
    this.onRun(run);
    return run;
  }

  #open(threadId: string): FakeRun[] {
    return this.runs.filter(
      ({ request, status }) => request.threadId === threadId && isActive(status),
    );
  }

  #find(runId: string): FakeRun {
    const run = this.runs.find((each) => each.runId === runId);
    if (run === undefined) throw new TransportError('not-found', 'There is no such run.');
    return run;
  }

  #called(method: keyof Transport, detail?: string): Promise<void> {
    this.calls.push(detail === undefined ? method : `${method} ${detail}`);
    const error = this.failing.get(method)?.shift();
    return error === undefined ? Promise.resolve() : Promise.reject(error);
  }
}

/** The failure of a server that does not answer. */
export function offline(): TransportError {
  return new TransportError('offline', 'The server could not be reached.');
}
