import { readFileSync } from 'node:fs';

/** Tools whose text for the model is ours. */
export type ToolText =
  | 'ls'
  | 'read_file'
  | 'write_file'
  | 'edit_file'
  | 'glob'
  | 'grep'
  | 'task'
  | 'write_todos'
  | 'search_conversations';

export type PromptName =
  | 'agent'
  | 'convert-answer'
  | 'convert-converter'
  | 'convert-critic'
  | 'convert-rules'
  | 'memory'
  | 'memory-off'
  | 'memory-temporary'
  | 'recall'
  | 'research'
  | 'standing'
  | 'subagent'
  | 'subagent-memory'
  | `tools/${ToolText}`;

const loaded = new Map<PromptName, string>();

/** One file of prompts/, without surrounding white space; read once. Throws when it is missing. */
export function loadPrompt(name: PromptName): string {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../prompts/${name}.md`, import.meta.url), 'utf8').trim();
  loaded.set(name, text);
  return text;
}
