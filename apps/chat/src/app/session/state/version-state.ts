import type { ThreadSnapshot } from '../../transport/transport';
import type { TransportError } from '../../transport/transport-error';
import type { VersionPlace } from './branches';

/** What is known of a conversation's branches. */
export interface VersionState {
  /** Messages on the page that have other versions, by id. */
  readonly versions: ReadonlyMap<string, VersionPlace>;
  /** Checkpoint of an earlier version that is shown in place of the newest state. */
  readonly older: string | undefined;
  /** Why another version could not be shown. */
  readonly versionProblem: TransportError | undefined;
}

export const NO_VERSIONS: VersionState = {
  versions: new Map(),
  older: undefined,
  versionProblem: undefined,
};

/** Another branch was read; `older` is undefined for the one that the conversation goes on with. */
export interface VersionShown {
  readonly type: 'version-shown';
  readonly snapshot: ThreadSnapshot;
  readonly at: Date;
  readonly older: string | undefined;
  readonly versions: VersionState['versions'];
}

export type VersionEvent =
  | VersionShown
  | { readonly type: 'versions-read'; readonly versions: VersionState['versions'] }
  | { readonly type: 'version-unread'; readonly error: TransportError };
