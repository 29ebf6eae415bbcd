import { holdsNo, inLines, memoryIs, remembers, says } from '../checks.ts';
import type { Scenario } from '../scenario.ts';

/** Facts that are told, with and without a request, and that are there later. */
export const teaching: readonly Scenario[] = [
  {
    id: 'teach',
    about: 'remembers what it is asked to remember',
    steps: [{ says: 'Please remember that I fly a PC-12 out of KBZN.' }],
    checks: [remembers(/PC-12/), remembers(/KBZN/)],
  },
  {
    id: 'teach-in-passing',
    about: 'remembers a lasting fact that is told beside a question, and answers the question',
    steps: [
      {
        says: 'I have moved to Ghent for good, so my way to work is shorter now. What is 17 times 3?',
      },
    ],
    checks: [remembers(/Ghent/), says(/51/)],
  },
  {
    id: 'teach-several',
    about: 'keeps three facts as three lines',
    steps: [
      {
        says: 'Remember three things: I am a vegetarian, my bicycle is called Rosinante, and I work as a nurse.',
      },
    ],
    checks: [inLines(/vegetarian/i, 1), inLines(/Rosinante/, 1), inLines(/nurse/i, 1)],
  },
  {
    id: 'teach-once',
    about: 'writes nothing twice',
    before: { memory: '- Flies a PC-12.\n' },
    steps: [{ says: 'Please remember that I fly a PC-12.' }],
    checks: [inLines(/PC-12/, 1)],
  },
  {
    id: 'teach-a-date',
    about: 'keeps a date that is still right next month',
    steps: [{ says: 'Please remember that my pilot exam is this coming Friday.' }],
    checks: [remembers(/exam/i), remembers(/20\d\d/), holdsNo(/this (?:coming )?Friday/i)],
  },
  {
    id: 'question',
    about: 'remembers nothing of a question',
    steps: [{ says: 'Which aircraft would suit short grass strips?' }],
    checks: [memoryIs(undefined)],
  },
  {
    id: 'recall',
    about: 'answers from memory and leaves it as it is',
    before: { memory: '- Flies a PC-12.\n- Based at KBZN.\n' },
    steps: [{ says: 'Which aircraft do I fly?' }],
    checks: [says(/PC-12/), memoryIs('- Flies a PC-12.\n- Based at KBZN.\n')],
  },
  {
    id: 'recall-elsewhere',
    about: 'knows in a new conversation what was taught in another',
    steps: [
      { says: 'Please remember that my cat is called Miso.' },
      { begins: 'conversation' },
      { says: 'What is my cat called?' },
    ],
    checks: [remembers(/Miso/), says(/Miso/)],
  },
  {
    id: 'abstain',
    about: 'says that it does not know what is not in the notes',
    before: { memory: '- Flies a PC-12.\n' },
    steps: [{ says: "What is my sister's name?" }],
    checks: [says(/n['’]t|\bnot?\b|\bnothing\b|\bnone\b/i), memoryIs('- Flies a PC-12.\n')],
  },
];
