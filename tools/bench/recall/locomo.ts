import { readFileSync } from 'node:fs';

import type { SpeakerNames } from '#server/search/question';
import { z } from 'zod';

import type { Corpus } from './corpus.ts';

const turn = z.object({
  dia_id: z.string(),
  speaker: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const conversation = z
  .object({ speaker_a: z.string(), speaker_b: z.string() })
  .catchall(z.unknown());
const file = z.array(
  z.object({
    sample_id: z.string().optional(),
    conversation,
    qa: z.array(z.object({ question: z.string(), evidence: z.array(z.string()).optional() })),
  }),
);
const DATE = /(\d{1,2}) (\w+),? (\d{4})/;

/** Reads a file in the form of LoCoMo: each of its conversations is one owner, each session a thread. */
export function readLocomo(path: string): Corpus[] {
  return file.parse(JSON.parse(readFileSync(path, 'utf8'))).map(({ conversation: talk, qa }) => {
    const sessions = Object.keys(talk)
      .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
      .sort((a, b) => Number(a) - Number(b));
    return {
      names: namesOf(talk.speaker_a, talk.speaker_b),
      threads: sessions.map((session) => {
        const start = timeOf(talk[`session_${session}_date_time`]);
        return z
          .array(turn)
          .parse(talk[`session_${session}`])
          .map(({ dia_id, speaker, text, blip_caption }) => ({
            id: dia_id,
            speaker: speaker === talk.speaker_a ? ('person' as const) : ('assistant' as const),
            at: start,
            text,
            beside: blip_caption === undefined ? [] : [`shares ${blip_caption}`],
          }));
      }),
      questions: qa.map(({ question, evidence = [] }) => ({
        question,
        evidence: evidence.flatMap((each) => each.split(/[;,\s]+/)).map(asTurnId),
      })),
    };
  });
}

/** Evidence is written by hand: `D:1:02` is meant for `D1:2`. */
function asTurnId(evidence: string): string {
  const [, session, place] = /^D:?(\d+):(\d+)$/.exec(evidence) ?? [];
  return place === undefined ? evidence : `D${session ?? ''}:${Number(place)}`;
}

function namesOf(a: string, b: string): SpeakerNames {
  return { person: [a], assistant: [b] };
}

function timeOf(written: unknown): number {
  const [, day = '', month = '', year = ''] = DATE.exec(String(written)) ?? [];
  return Date.parse(`${day} ${month} ${year} UTC`);
}
