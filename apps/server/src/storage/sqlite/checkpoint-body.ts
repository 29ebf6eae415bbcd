import {
  type ChannelVersions,
  type Checkpoint,
  type ReadonlyCheckpoint,
} from '@langchain/langgraph-checkpoint';
import { decode } from '../decode.ts';
import { encode } from '../encode.ts';
import { fold, type Folded, toNode } from '../nodes.ts';
import { parseTree } from '../serializer.ts';
import { StorageError } from '../storage-error.ts';
import { setOwn, type Tree } from '../tree.ts';

/**
 * A checkpoint as stored: an array of [format, time, names, values, versions, seen]. `names` holds
 * the names of channels and nodes in one node, which the checkpoints of a thread share; the rest
 * are lists in that order.
 */
type Body = readonly [
  format: number,
  time: string,
  names: Names,
  values: readonly Tree[],
  versions: readonly Version[],
  seen: readonly (readonly Version[])[],
];
interface Names {
  readonly [key: string]: Tree;
  readonly values: readonly string[];
  readonly versions: readonly string[];
  readonly seen: readonly (readonly [node: string, channels: readonly string[]])[];
}
type Version = string | number;

/** Values and versions of a stored checkpoint, still as text, for its child to take over. */
export interface StoredChannels {
  readonly versions: ReadonlyMap<string, Version>;
  readonly values: ReadonlyMap<string, string>;
}

/** Encodes values now, as they are, so that later changes in place do not count. */
export function foldValue(value: unknown): Folded {
  return fold(encode(value));
}

/**
 * A checkpoint as folded text.
 *
 * A channel of `changed` is taken from there. Any other has the value it had in the parent, and is
 * taken over from it by reference; where the parent does not have that version, from the
 * checkpoint itself.
 */
export function foldCheckpoint(
  checkpoint: ReadonlyCheckpoint,
  changed: ReadonlyMap<string, Folded>,
  parent: StoredChannels | undefined,
): Folded {
  const channels = Object.keys(checkpoint.channel_values);
  const versions = Object.keys(checkpoint.channel_versions);
  const seen = Object.entries(checkpoint.versions_seen);
  const names: Names = {
    values: channels,
    versions,
    seen: seen.map(([node, versionsSeen]) => [node, Object.keys(versionsSeen)]),
  };
  const values = channels.map((channel): Folded => {
    const version = checkpoint.channel_versions[channel];
    const kept = parent?.versions.get(channel) === version && parent?.values.get(channel);
    return (
      changed.get(channel) ??
      (typeof kept === 'string' ? [kept] : foldValue(checkpoint.channel_values[channel]))
    );
  });
  const lists = [
    versions.map((channel) => checkpoint.channel_versions[channel]),
    seen.map(([, versionsSeen]) => Object.values(versionsSeen)),
  ];
  return [
    `[${checkpoint.v},${JSON.stringify(checkpoint.ts)},`,
    { node: toNode([JSON.stringify(encode(names))]), spliced: false },
    ',[',
    ...values.flatMap((value, index) => (index > 0 ? [',', ...value] : value)),
    `],${JSON.stringify(lists).slice(1, -1)}]`,
  ];
}

/** Channels of a stored checkpoint as text. `names` is the loaded content of its names. */
export function storedChannels(stored: string, namesOf: (reference: Tree) => Tree): StoredChannels {
  const body = asBody(parseTree(stored), namesOf);
  const [, , names, values, versions] = body;
  return {
    versions: new Map(names.versions.map((name, index) => [name, versions[index] ?? 0])),
    values: new Map(names.values.map((name, index) => [name, JSON.stringify(values[index])])),
  };
}

/** The checkpoint of a loaded body. Throws `damaged`. */
export function reviveCheckpoint(id: string, tree: Tree): Checkpoint {
  const [v, ts, names, values, versions, seen] = asBody(tree, (loaded) => loaded);
  const channel_values: Record<string, unknown> = {};
  names.values.forEach((name, index) =>
    setOwn(channel_values, name, decode(values[index] ?? null)),
  );
  const versions_seen: Record<string, ChannelVersions> = {};
  names.seen.forEach(([node, channels], index) =>
    setOwn(versions_seen, node, zip(channels, seen[index] ?? [])),
  );
  return {
    v,
    id,
    ts,
    channel_values,
    channel_versions: zip(names.versions, versions),
    versions_seen,
  };
}

function zip(names: readonly string[], versions: readonly Version[]): ChannelVersions {
  const result: ChannelVersions = {};
  names.forEach((name, index) => setOwn(result, name, versions[index]));
  return result;
}

function asBody(tree: Tree, namesOf: (reference: Tree) => Tree): Body {
  if (!Array.isArray(tree) || tree.length !== 6)
    throw new StorageError(
      'damaged',
      'A stored checkpoint is malformed. Restore the database from a backup.',
    );
  const [v, ts, names, ...lists] = tree as readonly Tree[];
  const loaded = decode(namesOf(names ?? null));
  return [v, ts, loaded, ...lists] as unknown as Body;
}
