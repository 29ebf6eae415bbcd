import { BRANCHED_KEY } from '#contract/branches';

import type { CheckpointLink, Metadata, Transport } from '../../transport/transport';
import { toTransportError, TransportError } from '../../transport/transport-error';
import { originOf, versionsAlong } from '../state/branches';
import type { LiveState } from '../state/live-state';

/** Where in the conversation a message is to stand. */
export interface MessagePlace {
  /** Checkpoint of the earlier version that the person looks at; undefined for the newest one. */
  readonly shown: string | undefined;
  /** The message that it is said in place of, with all that followed. */
  readonly insteadOf?: string | undefined;
  /** Whether it may follow as a message of its own where the history cannot leave the other out. */
  readonly mayFollow?: boolean;
}

export interface VersionsDeps {
  readonly transport: Pick<Transport, 'readLinks' | 'readMetadata' | 'readState'>;
  readonly live: LiveState;
  readonly now: () => Date;
  readonly threadId: () => string | undefined;
}

/** The branches of a thread, by reads alone; its history is read only where there are any. */
export class Versions {
  readonly #deps: VersionsDeps;

  constructor(deps: VersionsDeps) {
    this.#deps = deps;
  }

  /**
   * Shows where branches part, if the thread is known to have any: by what is kept with it, which
   * is read if it is not given.
   */
  async readIfBranched(known?: Metadata): Promise<void> {
    const { threadId, transport } = this.#deps;
    const id = threadId();
    if (id === undefined) return;
    try {
      const metadata = known ?? (await transport.readMetadata(id));
      if (metadata?.[BRANCHED_KEY] === true) await this.#links(id);
    } catch {
      // The conversation is whole without it, and going to another version reads it again.
    }
  }

  /**
   * The checkpoint that a message is to go on from; undefined for the newest one. Throws a
   * TransportError when that cannot be read, or is not in the history.
   */
  async placeOf(threadId: string, message: MessagePlace): Promise<string | undefined> {
    const { insteadOf, mayFollow, shown } = message;
    if (insteadOf === undefined) return shown;
    const origin = originOf(await this.#links(threadId), shown, insteadOf);
    if (origin !== undefined || mayFollow === true) return origin ?? shown;
    const sentence = $localize`What stood before this message is not in the conversation's history, so it cannot be said anew. Send it as a new message.`;
    throw new TransportError('refused', sentence);
  }

  /** Shows the version of a message before, or after, the one on the page. */
  step(messageId: string, direction: 'previous' | 'next'): Promise<void> {
    return this.#show((links) => {
      const shown = this.#deps.live.state().older;
      return versionsAlong(links, shown).get(messageId)?.[direction];
    });
  }

  /** Goes back from an earlier version to the branch with which the conversation goes on. */
  showNewest(): Promise<void> {
    return this.#show(([head]) => head?.checkpointId);
  }

  async #show(choose: (links: readonly CheckpointLink[]) => string | undefined): Promise<void> {
    const { live, now, transport } = this.#deps;
    const threadId = this.#deps.threadId();
    if (threadId === undefined) return;
    try {
      const links = await this.#links(threadId);
      const end = choose(links);
      if (end === undefined) return;
      const older = end === links[0]?.checkpointId ? undefined : end;
      const snapshot = await transport.readState(threadId, older);
      const versions = versionsAlong(links, older);
      live.dispatch({ type: 'version-shown', snapshot, at: now(), older, versions });
    } catch (error) {
      live.dispatch({ type: 'version-unread', error: toTransportError(error) });
    }
  }

  async #links(threadId: string): Promise<readonly CheckpointLink[]> {
    const { live, transport } = this.#deps;
    const links = await transport.readLinks(threadId);
    const versions = versionsAlong(links, live.state().older);
    live.dispatch({ type: 'versions-read', versions });
    return links;
  }
}
