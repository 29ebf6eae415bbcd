import { RECALL_TOOL } from '#contract/recall';

import type { ToolCall } from '../session/state/message';
import { targetOf } from './tool-arguments';

/** What a step does while it runs, as a person reads it: known tools in words, others by their name. */
export function stepWords(call: ToolCall): string {
  const target = targetOf(call.argumentsText);
  switch (call.name) {
    case 'read_file':
      return $localize`Reading ${target}:file:`;
    case 'write_file':
      return $localize`Writing ${target}:file:`;
    case 'edit_file':
      return $localize`Editing ${target}:file:`;
    case 'ls':
    case 'glob':
    case 'grep':
      return $localize`Looking through the files`;
    case 'write_todos':
      return $localize`Planning`;
    case RECALL_TOOL:
      return $localize`Searching past conversations`;
    case 'task':
      return $localize`Working on: ${target}:task:`;
    case '':
      return $localize`Working`;
    default:
      return target === '' ? call.name : `${call.name}: ${target}`;
  }
}
