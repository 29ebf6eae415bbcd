/**
 * How much one request may ask for, and how much one owner may have: whatever is done for a request
 * takes time that grows with these, and everyone waits while it is done. What is over a limit is
 * refused with a sentence before anything is stored. docs/operations.md lists them.
 */
export const REQUEST_LIMITS = {
  /** Bytes of a request body. */
  bodyBytes: 4 * 1024 * 1024,
  /** How deeply JSON may be nested; far more than messages need, far less than a stack holds. */
  jsonDepth: 200,
  /** Messages of one input, command or state update. */
  messages: 500,
  /** Text of one message, in UTF-16 units; images are not counted. */
  messageText: 256 * 1024,
  /** Length of a message's id. */
  messageId: 200,
  /** Nodes that one command goes to. */
  commandTargets: 16,
  /** Channels that one command or state update writes as pairs, and updates in one list. */
  commandUpdates: 64,
  /** Bytes of JSON of metadata, and of what a filter looks for. */
  metadataBytes: 8 * 1024,
  /** How deeply metadata and filters may be nested. */
  metadataDepth: 16,
  /** Bytes of JSON of a run's configurable, and of what runs have left of it on their thread. */
  configBytes: 16 * 1024,
  /** Bytes of JSON of a run's context. */
  contextBytes: 64 * 1024,
  /** Bytes of JSON of one item of the store. */
  storeValueBytes: 256 * 1024,
  /** Length of a name: of a node, tag, run, assistant or label of a namespace. */
  name: 200,
  /** Names in one list: nodes, tags, fields. */
  names: 64,
  /** Ids in one list. */
  ids: 1000,
  /** Conversations of one owner. */
  threadsPerOwner: 10_000,
  /** Assistants that one owner may make. */
  assistantsPerOwner: 200,
  /** Length of an assistant's description. */
  assistantDescription: 2_000,
  /** Versions of one assistant; older ones make room for newer ones. */
  assistantVersions: 100,
  /** Items of the store of one owner; the memory file and its revisions are not counted. */
  itemsPerOwner: 10_000,
} as const;
