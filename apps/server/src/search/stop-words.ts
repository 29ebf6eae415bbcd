/** Words too common to tell one passage from another. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // articles, pronouns, demonstratives
    'a an the i me my mine myself you your yours yourself he him his himself she her hers herself',
    'it its itself we us our ours ourselves they them their theirs themselves this that these those',
    // verbs that help others, and what an apostrophe leaves of them
    'is are was were be been being am do does did doing done have has had having will would shall',
    'should can could may might must s t d ll m re ve don doesn didn isn aren wasn weren won wouldn',
    'couldn shouldn hasn haven hadn ain',
    // prepositions and conjunctions
    'of to in on at by for with from into onto over under about as and or but if then else so because',
    'until while during before after above below between through against up down out off',
    // adverbs and quantities
    'not no nor only own same than too very just here there again further once all any both each few',
    'more most other some such',
  ].flatMap((line) => line.split(' ')),
);

/** Words that make a question, and are not in its answer. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'what when where who whom whose which why how many much long kind kinds type types'.split(' '),
);

/** Forms that no stemmer brings together, each line beginning with its base. */
const IRREGULAR = `
be been|go went gone|get got gotten|give gave given|take took taken|make made|come came
see saw seen|know knew known|think thought|tell told|feel felt|leave left|meet met|run ran
buy bought|bring brought|build built|catch caught|choose chose chosen|draw drew drawn
drive drove driven|eat ate eaten|fall fell fallen|fight fought|find found|fly flew flown
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|grow grew grown|hear heard
hold held|keep kept|lead led|learn learnt|lend lent|lose lost|mean meant|pay paid|ride rode ridden
ring rang rung|rise rose risen|say said|sell sold|send sent|sing sang sung|sit sat|sleep slept
speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck|swim swam swum
teach taught|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won
write wrote written|begin began begun|break broke broken|become became|hang hung|hide hid hidden
shoot shot|show shown|dream dreamt|feed fed|bite bit bitten|blow blew blown|deal dealt|dig dug
drink drank drunk|lie lay lain|light lit|overcome overcame|swear swore sworn|sweep swept
tear tore torn|decide decision decisions|choose choice choices
child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|wife wives
life lives|knife knives|good better best|bad worse worst
mother mom mum mommy mama|father dad daddy papa|child kid kids
picture pic pics photo photos photograph photographs|brother bro|sister sis
grandmother grandma granny|grandfather grandpa|television tv|birthday bday|boyfriend bf
girlfriend gf|film movie movies`;

const BASES = new Map<string, string>();
const FORMS = new Map<string, string[]>();
for (const line of IRREGULAR.trim().split(/[|\n]/)) {
  const [base = '', ...forms] = line.split(' ');
  for (const form of forms) BASES.set(form, base);
  FORMS.set(base, [...(FORMS.get(base) ?? []), ...forms]);
}

/** The base of an irregular form, or the word itself. */
export function baseOf(word: string): string {
  return BASES.get(word) ?? word;
}

/** A word's base and the irregular forms of it. */
export function formsOf(word: string): readonly string[] {
  const base = baseOf(word);
  return [base, ...(FORMS.get(base) ?? [])];
}
