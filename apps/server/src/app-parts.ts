import type { KnownAssistants } from './assistants/known-assistants.ts';
import type { Graphs } from './assistants/graphs.ts';
import type { RulesOf } from './assistants/rules.ts';
import type { Authorizer } from './auth/authorizer.ts';
import type { HeldPlaces } from './concurrency/held-places.ts';
import type { RunEngine } from './runs/run-engine.ts';
import type { Storage } from './storage/storage.ts';
import type { MemoryGate } from '#graph/memory/gate';
import type { KeyedLock } from '#graph/memory/lock';
import type { MemoryNotifier } from '#graph/memory/notifier';
import type { MemoryWriter } from './store/memory-writer.ts';
import type { OwnedThread } from './threads/owned-thread.ts';
import type { ThreadView } from './threads/thread-view.ts';

/** What routes are made of. */
export interface AppParts {
  readonly storage: Storage;
  readonly engine: RunEngine;
  readonly graphs: Graphs;
  /** What is particular to each graph. */
  readonly rulesOf: RulesOf;
  readonly assistants: KnownAssistants;
  readonly authorizer: Authorizer;
  /** The one writer of memory files; the graphs' own writes pass the same lock. */
  readonly memoryGate: MemoryGate;
  readonly memoryWriter: MemoryWriter;
  /** Tells when an owner's memory may have changed. */
  readonly memoryNotifier: MemoryNotifier;
  readonly ownThread: OwnedThread;
  readonly threadView: ThreadView;
  /** By thread id: a run is made, or a state written, while nothing else does either. */
  readonly turns: KeyedLock;
  /** Places of replies about runs that stay open. */
  readonly runStreams: HeldPlaces;
  /** Silence after which a waiting reply shows a sign of life, in milliseconds. */
  readonly heartbeatMs: number;
}
