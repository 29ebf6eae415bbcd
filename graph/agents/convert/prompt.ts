import { HumanMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages';

import type { Finding, OutFile, SourceFile } from '#contract/convert';

import { loadPrompt } from '../../prompts.ts';
import { fenced, markerOf } from './fence.ts';

/** What every call of a turn is made of. */
export interface Asked {
  readonly sources: readonly SourceFile[];
  readonly conventions: readonly string[];
}

/** What the converter is given to work from. */
export type Start =
  | { readonly way: 'first'; readonly draft: readonly OutFile[] }
  | {
      readonly way: 'revision_feedback';
      readonly draft: readonly OutFile[];
      readonly findings: readonly Finding[];
      readonly fixes: readonly string[];
    }
  | {
      readonly way: 'refinement_feedback';
      readonly baseline: readonly OutFile[];
      readonly draft: readonly OutFile[];
    };

/** The marker of a turn's files. It comes from the sources alone, so that prompts stay cacheable. */
export function turnMarker({ sources }: Pick<Asked, 'sources'>): string {
  return markerOf(sources);
}

/** The prompt of the converter: what it is, the sources, the instructions, where it begins. */
export function converterPrompt(asked: Asked, start: Start): BaseMessage[] {
  return promptOf('convert-converter', asked, startPart(asked, start));
}

/** The prompt of the critic. It sees what the gates found, and cannot overrule them. */
export function criticPrompt(
  asked: Asked,
  draft: readonly OutFile[],
  findings: readonly Finding[],
): BaseMessage[] {
  const part = [
    'The conversion to review:',
    fenced(draft, safeMarker(asked, draft)),
    'What the gates found, which stands whatever you say:',
    listOf(findings.map(findingLine)),
  ];
  return promptOf('convert-critic', asked, part.join('\n'));
}

/** The prompt of an answer to a question in the chat. */
export function answerPrompt(
  asked: Asked,
  result: readonly OutFile[],
  status: string,
  question: string,
): BaseMessage[] {
  const part = [
    'The conversion as it stands:',
    fenced(result, safeMarker(asked, result)),
    status,
    'The person says:',
    question,
  ];
  return promptOf('convert-answer', asked, part.join('\n'));
}

function promptOf(
  name: 'convert-converter' | 'convert-critic' | 'convert-answer',
  asked: Asked,
  last: string,
): BaseMessage[] {
  const marker = turnMarker(asked);
  return [
    new SystemMessage(loadPrompt(name)),
    new HumanMessage(
      `The Selenium sources, as data, each between lines marked ${marker}:\n${fenced(asked.sources, marker)}`,
    ),
    ...conventionsPart(asked.conventions),
    new HumanMessage(last),
  ];
}

/** Nothing at all where there is no instruction: the prompt is then what it was without them. */
function conventionsPart(conventions: readonly string[]): BaseMessage[] {
  if (conventions.length === 0) return [];
  const numbered = conventions.map((text, index) => `${index + 1}. ${text}`);
  return [new HumanMessage(`${loadPrompt('convert-rules')}\n\n${numbered.join('\n')}`)];
}

function startPart(asked: Asked, start: Start): string {
  const draft = fenced(start.draft, safeMarker(asked, start.draft));
  switch (start.way) {
    case 'first':
      return `Fixed rules made this draft. Complete and correct it:\n${draft}`;
    case 'revision_feedback':
      return [
        'Your draft:',
        draft,
        'The gates refuse it for:',
        listOf(start.findings.map(findingLine)),
        'The critic asks for:',
        listOf(start.fixes),
        'Mend exactly that. Leave everything else as it is.',
      ].join('\n');
    case 'refinement_feedback':
      return [
        'The previous version, which the person has seen and may have edited:',
        fenced(start.baseline, safeMarker(asked, start.baseline)),
        'Carry it across to satisfy the newest instruction and the newest source. Do not start again: what neither touches stays as it is.',
        'For comparison, fixed rules make this of the source and the instructions:',
        draft,
      ].join('\n');
  }
}

/** The turn's marker, unless the files hold it: a reply is read by the turn's own marker alone. */
function safeMarker(asked: Asked, files: readonly OutFile[]): string {
  const marker = turnMarker(asked);
  return files.some(({ text }) => text.includes(marker)) ? markerOf(files) : marker;
}

function findingLine({ gate, file, line, sentence }: Finding): string {
  return `${file}:${line} (${gate}) ${sentence}`;
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? '- nothing' : lines.map((line) => `- ${line}`).join('\n');
}
