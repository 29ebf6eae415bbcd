import type { Attachment } from '#contract/attachments';

import type { ChatMessage, ToolCall } from '../../session/state/message';
import { transcriptOf } from '../../session/state/transcript';
import type { ThreadSnapshot } from '../../transport/transport';
import { UNTITLED, type Conversation } from './conversation';

export type ExportFormat = 'markdown' | 'json';

/** A file to be saved. */
export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** Makes a file of a conversation as one read of its state holds it. */
export function exportConversation(
  conversation: Conversation,
  snapshot: ThreadSnapshot,
  format: ExportFormat,
): ExportedFile {
  const name = fileName(conversation.title ?? UNTITLED);
  return format === 'markdown'
    ? { name: `${name}.md`, type: 'text/markdown', text: toMarkdown(conversation, snapshot) }
    : { name: `${name}.json`, type: 'application/json', text: toJson(conversation, snapshot) };
}

function toMarkdown({ title }: Conversation, { values }: ThreadSnapshot): string {
  const messages = transcriptOf(values['messages']).map(messageMarkdown);
  return [`# ${(title ?? UNTITLED).replace(/\s+/g, ' ')}`, ...messages].join('\n\n') + '\n';
}

function messageMarkdown({ attachments = [], role, text, toolCalls }: ChatMessage): string {
  const parts = [`## ${role === 'human' ? $localize`You` : 'Throughline'}`];
  if (text.trim() !== '') parts.push(text);
  return [...parts, ...attachments.map(fileMarkdown), ...toolCalls.map(toolMarkdown)].join('\n\n');
}

/** A text file whole; of an image its name: the JSON export holds its bytes. */
function fileMarkdown(file: Attachment): string {
  const name = file.name.replace(/\s+/g, ' ').replaceAll('`', "'");
  if (file.kind === 'image') return $localize`Attached image \`${name}:name:\`.`;
  return `${$localize`Attached file \`${name}:name:\`:`}\n\n${fenced(file.text, '')}`;
}

function toolMarkdown({ name, argumentsText, result }: ToolCall): string {
  const outcome =
    result === undefined ? $localize`No result was recorded.` : fenced(result.text, '');
  return [
    $localize`Tool call \`${name}:name:\`:`,
    fenced(argumentsText, 'json'),
    $localize`Result:`,
    outcome,
  ].join('\n\n');
}

/** Text as it is, in a fence longer than any run of backticks in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The messages as the server gave them. */
function toJson({ threadId, title }: Conversation, snapshot: ThreadSnapshot): string {
  const { checkpointId, createdAt, values } = snapshot;
  return JSON.stringify(
    {
      thread_id: threadId,
      title: title ?? null,
      checkpoint_id: checkpointId ?? null,
      checkpoint_created_at: createdAt ?? null,
      messages: values['messages'] ?? [],
    },
    null,
    2,
  );
}

/** A name that every file system takes. */
function fileName(title: string): string {
  const safe = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return /^.{1,60}/u.exec(safe)?.[0] ?? 'conversation';
}
