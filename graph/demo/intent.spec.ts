import { describe, expect, it } from 'vitest';

import { readIntent, type Intent } from './intent.ts';

const teach = (...facts: string[]): Intent => ({ kind: 'teach', facts });

const CASES: readonly [string, Intent][] = [
  ['Please remember that I fly a PC-12.', teach('I fly a PC-12')],
  ['remember: my base is KBZN', teach('my base is KBZN')],
  ['Remember that the hangar code word is "Falcon".', teach('the hangar code word is "Falcon"')],
  ['Please note that we depart at 6 a.m. sharp', teach('we depart at 6 a.m. sharp')],
  ["Don't forget that Mondays are off", teach('Mondays are off')],
  ['Keep in mind: no night flights.', teach('no night flights')],
  ['Save that I am left-handed', teach('I am left-handed')],
  ['Always give me metric units.', teach('Always give me metric units')],
  ['Never schedule before 9.', teach('Never schedule before 9')],
  ['From now on, answer in German', teach('From now on, answer in German')],
  ['I fly a Pilatus PC-12 out of KBZN.', teach('I fly a Pilatus PC-12 out of KBZN')],
  ['My name is Ada.', teach('My name is Ada')],
  ['I prefer bullet points', teach('I prefer bullet points')],
  ["I'm a pilot.", teach("I'm a pilot")],
  ['Call me Ben', teach('Call me Ben')],
  ['Our main customers are hospitals.', teach('Our main customers are hospitals')],
  ['Hi, I fly a TBM.', teach('I fly a TBM')],
  ['I fly a PC-12. My base is KBZN.', teach('I fly a PC-12', 'My base is KBZN')],
  ['The ramp is icy at 7. Please remember this.', teach('The ramp is icy at 7')],
  [
    'I have two mechanics. Bob does avionics. Please remember that for our next conversations.',
    teach('I have two mechanics', 'Bob does avionics'),
  ],
  [
    'The gate code changes monthly. Remember it for next time, please.',
    teach('The gate code changes monthly'),
  ],
  ['Please remember that  I	like   tea', teach('I like tea')],
  ['Remember that $& and $1 cost 5 <b>€</b>', teach('$& and $1 cost 5 <b>€</b>')],
  ['Please remember that 我的基地是北京。', teach('我的基地是北京。')],

  ['What do you know about me?', { kind: 'recall', about: undefined }],
  ['What do you already know?', { kind: 'recall', about: undefined }],
  ['what do you remember', { kind: 'recall', about: undefined }],
  ['What do you know about my aircraft?', { kind: 'recall', about: 'my aircraft' }],
  ['So what do you still remember about briefings?', { kind: 'recall', about: 'briefings' }],
  ["What's in your memory?", { kind: 'recall', about: undefined }],
  ['Tell me everything you know', { kind: 'recall', about: undefined }],

  ['Which aircraft do I fly?', { kind: 'ask', question: 'Which aircraft do I fly?' }],
  ['where is my base', { kind: 'ask', question: 'where is my base' }],
  ['My base is KBZN?', { kind: 'ask', question: 'My base is KBZN?' }],
  ['Do I always fly at night?', { kind: 'ask', question: 'Do I always fly at night?' }],
  [
    'Can you remember that I fly a PC-12?',
    { kind: 'ask', question: 'Can you remember that I fly a PC-12?' },
  ],
  [
    'Should I change my base to KSUN?',
    { kind: 'ask', question: 'Should I change my base to KSUN?' },
  ],
  ['Did you forget my name?', { kind: 'ask', question: 'Did you forget my name?' }],

  ['Change PC-12 to TBM 960', { kind: 'replace', from: 'PC-12', to: 'TBM 960' }],
  [
    'please replace "bullet points" with "short prose".',
    { kind: 'replace', from: 'bullet points', to: 'short prose' },
  ],
  ['No, change KBZN to KSUN.', { kind: 'replace', from: 'KBZN', to: 'KSUN' }],
  ['Actually, I fly a TBM now.', { kind: 'correct', fact: 'I fly a TBM now' }],
  ['No, it is KSUN.', { kind: 'correct', fact: 'it is KSUN' }],
  ['Correction: my base is KSUN', { kind: 'correct', fact: 'my base is KSUN' }],

  ['Forget that I fly a PC-12.', { kind: 'forget', what: 'I fly a PC-12' }],
  ['Please forget about my base', { kind: 'forget', what: 'my base' }],
  ['Delete the line: $& costs', { kind: 'forget', what: '$& costs' }],
  ['Thanks! Forget my base.', { kind: 'forget', what: 'my base' }],
  ['Actually, forget my base', { kind: 'forget', what: 'my base' }],
  ['Forget everything.', { kind: 'forget-all' }],
  ['Please forget everything you know about me', { kind: 'forget-all' }],

  ['Hello!', { kind: 'greet' }],
  ['Thank you', { kind: 'greet' }],
  ['No problem.', { kind: 'other' }],
  ['No thanks', { kind: 'other' }],
  ['The weather is fine today.', { kind: 'other' }],
  ['asdf', { kind: 'other' }],
  ['', { kind: 'other' }],
];

describe('what the person wants', () => {
  it.each(CASES)('%j', (message, intent) => {
    expect(readIntent(message)).toEqual(intent);
  });

  it('is never to teach when it is asked, whatever the sentence', () => {
    for (const [message, intent] of CASES)
      if (intent.kind === 'teach' && intent.facts.length === 1) {
        const question = `${message.replace(/(?<![!.。])[.!。]+$/, '')}?`;
        expect([question, readIntent(question).kind]).not.toEqual([question, 'teach']);
      }
  });
});
