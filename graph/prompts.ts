import { readFileSync } from 'node:fs';

/** One file of prompts/, without surrounding white space. Throws when it is missing. */
export function loadPrompt(
  name: 'agent' | 'memory' | 'standing' | 'subagent' | 'subagent-memory',
): string {
  return readFileSync(new URL(`../prompts/${name}.md`, import.meta.url), 'utf8').trim();
}
