/** Key in a run's metadata, and so in that of its checkpoints: the message that the run answers. */
export const MESSAGE_ID_KEY = 'message_id';

/** Key in a thread's metadata: whether a run has gone on from an earlier place of it. */
export const BRANCHED_KEY = 'branched';
