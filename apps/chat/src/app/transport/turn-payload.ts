import { contentOf } from '#contract/attachments';
import { MESSAGE_ID_KEY } from '#contract/branches';
import type { MemoryScope } from '#contract/scope';
import { TIME_ZONE_KEY } from '#contract/time-zone';

import type { TurnRequest } from './transport';

/** The stream modes in which a run is read as it happens. */
export const STREAM_MODES: ['messages-tuple', 'updates', 'custom'] = [
  'messages-tuple',
  'updates',
  'custom',
];

/** What a turn that the person begins is asked with. */
export function turnPayload(
  { assistant, messageId, text, attachments = [], context, from, values }: TurnRequest,
  scope: MemoryScope,
) {
  return {
    input: {
      ...values,
      messages: [{ type: 'human', id: messageId, content: contentOf({ text, attachments }) }],
    },
    // Noted with each checkpoint of the run, so that branches are found without reading messages.
    metadata: { [MESSAGE_ID_KEY]: messageId },
    ...(from !== undefined && { checkpointId: from }),
    ...readable(assistant.takesScope ? { ...context, memory_scope: scope } : context),
  };
}

/** What every turn is asked with, so that its events can be joined at any later time. */
export function readable(context: TurnRequest['context']) {
  return {
    ...(context && { context }),
    config: { configurable: { [TIME_ZONE_KEY]: timeZone() } },
    streamMode: STREAM_MODES,
    // What subagents do is shown while they do it.
    streamSubgraphs: true,
    streamResumable: true,
  };
}

/** Where the person is, as their device says: dates in the conversation are theirs. */
function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
