import { holdsNo, inLines, memoryIs, remembers, says, stands, standsNothing } from '../checks.ts';
import type { Scenario } from '../scenario.ts';

/** Notes that change, disagree or are to go; instructions of one conversation. */
export const upkeep: readonly Scenario[] = [
  {
    id: 'update',
    about: 'replaces what is out of date and leaves the rest',
    before: { memory: '- Lives in Ghent.\n- Has a cat.\n' },
    steps: [{ says: 'I no longer live in Ghent: I moved to Antwerp. Please correct your notes.' }],
    checks: [inLines(/Antwerp/, 1), holdsNo(/lives in Ghent/i), inLines(/Has a cat\./, 1)],
  },
  {
    id: 'contradict',
    about: 'asks where notes disagree',
    before: { memory: '- Always wants prices in euros.\n- Always wants prices in dollars.\n' },
    steps: [{ says: 'What does a litre of milk cost, in my currency? A guess will do.' }],
    checks: [
      says(/\?/),
      says(/euro/i),
      says(/dollar/i),
      memoryIs('- Always wants prices in euros.\n- Always wants prices in dollars.\n'),
    ],
  },
  {
    id: 'forget',
    about: 'forgets one line with its line break and nothing else',
    before: { memory: '- Flies a PC-12.\n- Has a cat.\n- Based at KBZN.\n' },
    steps: [{ says: 'Please forget that I have a cat.' }],
    checks: [memoryIs('- Flies a PC-12.\n- Based at KBZN.\n')],
  },
  {
    id: 'forget-all',
    about: 'forgets everything about one matter',
    before: { memory: '- Drives a Saab.\n- Plays chess.\n- Keeps the Saab in the barn.\n' },
    steps: [{ says: 'Please forget everything about my Saab.' }],
    checks: [holdsNo(/Saab/), inLines(/Plays chess\./, 1)],
  },
  {
    id: 'standing',
    about: 'keeps what is meant for one conversation with that conversation',
    steps: [{ says: 'In this conversation, always answer in French.' }],
    checks: [stands(/French|français/i), memoryIs(undefined)],
  },
  {
    id: 'lasting',
    about: 'keeps in memory what is meant for all conversations',
    steps: [
      { says: 'From now on, in all our conversations, please use metric units. Remember that.' },
    ],
    checks: [remembers(/metric/i), standsNothing],
  },
  {
    id: 'standing-removed',
    about: 'takes an instruction of the conversation back',
    before: { standing: ['Always answer in French.'] },
    steps: [{ says: 'You need not answer in French any more in this conversation.' }],
    checks: [standsNothing],
  },
  {
    id: 'parallel',
    about: 'makes two changes of one message and keeps the lines between',
    before: { memory: '- Lives in Ghent.\n- Plays chess.\n- Has a cat called Miso.\n' },
    steps: [
      { says: 'I live in Bruges now, and the cat is called Nori now. Please change both notes.' },
    ],
    checks: [
      inLines(/Bruges/, 1),
      inLines(/Nori/, 1),
      holdsNo(/Ghent|Miso/),
      inLines(/Plays chess\./, 1),
    ],
  },
  {
    id: 'changed-meanwhile',
    about: 'makes a change again when the line was changed while it wrote',
    before: {
      memory: '- Lives in Ghent.\n- Plays chess.\n',
      meanwhile: '- Lives in Ghent, near the castle.\n- Plays chess.\n',
    },
    steps: [{ says: 'I moved to Antwerp. Please correct your notes.' }],
    checks: [inLines(/Antwerp/, 1), holdsNo(/Ghent/), inLines(/Plays chess\./, 1)],
  },
];
