import { isQuestion, sentences, withoutEnd } from './words.ts';

/** What the person wants, as far as fixed rules can tell. */
export type Intent =
  | { readonly kind: 'teach'; readonly facts: readonly string[] }
  | { readonly kind: 'correct'; readonly fact: string }
  | { readonly kind: 'replace'; readonly from: string; readonly to: string }
  | { readonly kind: 'forget'; readonly what: string }
  | { readonly kind: 'forget-all' }
  /** How every answer of this one conversation should be; not for memory. */
  | { readonly kind: 'standing'; readonly instruction: string }
  | { readonly kind: 'recall'; readonly about: string | undefined }
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'greet' }
  | { readonly kind: 'other' };

/*
 * A pattern here reads how a sentence begins or how it ends, never both: a free part between two
 * repetitions can be divided in very many ways, and a long message would take minutes to read.
 */
const FORGET_ALL =
  /^(?:please )?(?:forget|erase|delete|clear|wipe) (?:everything|it all|all(?: of it| that)?|my memory|(?:all )?(?:the|your) memory)(?:[.!]*$| (?:you know|you remember|about me).*$)/i;
const FORGET =
  /^(?:please )?(?:forget|delete|remove|erase|stop remembering|don't remember|do not remember)(?: about| the (?:fact|line|note))?(?: that)?[:,]? /i;
const REPLACE = /^(?:please )?(?:change|replace|correct|update) /i;
/** What stands between the old and the new in "change X to Y". */
const INTO = /(?<= )(?:to|with|by|into) /gi;
const CORRECT =
  /^(?:actually|correction|no(?! (?:problem|worries|thanks|thank|need|rush|idea|matter|one|more))|wrong|sorry|i was wrong)\b[,:;.!— -]*(?:but )?/i;
const STANDING =
  /^(?:please )?(?:in|for|during) this (?:conversation|chat|thread)[,:]? (?:please )?(?=(?:always|never|only|use|answer|write|speak|keep|do not|don't)\b.)/i;
const STANDING_VERB = /^(?:please )?(?=(?:always|never|only|use|answer|write|speak)\b.)/i;
const STANDING_END = /,? (?:here|(?:in|for|during) this (?:conversation|chat|thread))$/i;
const RECALL_ALL =
  /^(?:and |so |please )?(?:what (?:else )?(?:do|did|can) you (?:already |still )?(?:know|remember|recall|have)|what(?: is|'s) in (?:your|my) memory|(?:tell|show) me (?:what|everything|all) you (?:already )?(?:know|remember)|list (?:what you|everything you|your) (?:know|remember|memory))/i;
const ABOUT = /^ (?:about|of|on) (?=.)/i;
const REMEMBER =
  /^(?:(?:please|also|and|ok(?:ay)?)[, ]+)*(?:remember|note(?: down)?|keep in mind|don't forget|do not forget|memori[sz]e|save)\b(?: for (?:me|later|next time))?[,:]?(?: that)?[,:]?/i;
/** "Remember this": what the rest of the message said. */
const POINTS_BACK =
  /^(?:this|that|it|these|those|all (?:of )?(?:this|that|it))?(?: ?(?:for|in) (?:later|next time|the future|me|future conversations|all (?:our )?conversations|other conversations|our (?:next|later|future) conversations?))?[, ]*(?:please|thanks|thank you)?[.!]*$/i;
/** Sentences that tell something lasting about the person. */
const LASTING =
  /^(?:(?:hi|hello|hey)[,!. ]+)?(?:always|never|from now on|by default|whenever|every time)\b|^(?:(?:hi|hello|hey)[,!. ]+)?(?:my (?:\S+ ){1,6}?(?:is|are)\b|i(?:'m| am) (?:an?|the|called|based|named|allergic|vegetarian|vegan|left-handed|responsible)\b|call me\b|i (?:usually |always |never |often |mostly |only |also )*(?:fly|prefer|like|love|hate|dislike|live|work|use|drive|speak|own|want my|need my|operate|play|study|teach|run|eat|drink|avoid|write)\b|we (?:usually |always |never |mostly |only |also )*(?:fly|prefer|use|operate|work)\b|our (?:\S+ ){1,4}?(?:is|are)\b)/i;
/** A question for what was said in another conversation, in two signs that must both be there. */
const OF_BEFORE = /\b(?:did|have|had|were|was) (?:we|i|you)\b/i;
const OF_TALK =
  /\b(?:agree|agreed|choose|chosen|decide|decided|discuss|discussed|mention|mentioned|plan|planned|said|say|settle|settled|suggest|suggested|talk|talked|tell|told)\b/i;
const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you)\b[\p{P}\s]*(?:(?:there|you|all)[\p{P}\s]*)?$/iu;

/** Reads one message of the person. Pure. */
export function readIntent(message: string): Intent {
  const text = message.trim();
  const recall = readRecall(text);
  if (recall) return recall;
  if (GREETING.test(text)) return { kind: 'greet' };
  const parts = sentences(text);
  for (const [index, part] of parts.entries()) {
    const change = isQuestion(part) ? undefined : readChange(part, index === 0);
    if (change) return change;
  }
  const standing = parts.flatMap((part) => instructionOf(part) ?? [])[0];
  if (standing !== undefined) return { kind: 'standing', instruction: standing };
  const facts = taughtFacts(parts);
  if (facts.length > 0) return { kind: 'teach', facts };
  const question = parts.find(isQuestion);
  return question === undefined ? { kind: 'other' } : { kind: 'ask', question };
}

/** Whether a question is for what was said before: "what did we decide about …?" */
export function asksOfTheSaid(question: string): boolean {
  return OF_BEFORE.test(question) && OF_TALK.test(question);
}

/** What follows where a pattern finds the sentence's beginning; undefined when that is another. */
function after(beginning: RegExp, sentence: string): string | undefined {
  const found = beginning.exec(sentence)?.[0];
  return found === undefined ? undefined : sentence.slice(found.length);
}

/** A question for all that is known, or for all about one thing. */
function readRecall(text: string): Intent | undefined {
  const rest = after(RECALL_ALL, text);
  if (rest === undefined || rest.includes('\n')) return undefined;
  const said = withoutEnd(rest, '?.! ');
  if (said === '') return { kind: 'recall', about: undefined };
  const about = after(ABOUT, said);
  return about === undefined ? undefined : { kind: 'recall', about: subject(about) };
}

/** What a sentence wants of this conversation alone. */
function instructionOf(sentence: string): string | undefined {
  if (isQuestion(sentence)) return undefined;
  const bare = withoutEnd(sentence, '.!');
  const end = STANDING_END.exec(bare);
  const words = after(STANDING, bare) ?? (end && after(STANDING_VERB, bare.slice(0, end.index)));
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : undefined;
}

/** A change that a sentence asks for; only a message's first one can begin with "no" and mean it. */
function readChange(sentence: string, mayCorrect: boolean): Intent | undefined {
  if (FORGET_ALL.test(sentence)) return { kind: 'forget-all' };
  const what = withoutEnd(after(FORGET, sentence)?.trim() ?? '', '.!');
  if (what !== '') return { kind: 'forget', what };
  const replaced = readReplacement(withoutEnd(after(REPLACE, sentence) ?? '', '.!'));
  if (replaced) return replaced;
  const fact = mayCorrect ? after(CORRECT, sentence) : undefined;
  if (fact === undefined || fact === '') return undefined;
  return readChange(fact, false) ?? { kind: 'correct', fact: asFact(fact) };
}

/** The first way to read "X to Y" in which both are there. */
function readReplacement(words: string): Intent | undefined {
  for (const { index, 0: into } of words.matchAll(INTO)) {
    const from = unquoted(words.slice(0, index).trim());
    const to = unquoted(words.slice(index + into.length).trim());
    if (from !== '') return to === '' ? undefined : { kind: 'replace', from, to };
  }
  return undefined;
}

/** The same without a quotation mark at its beginning and one at its end. */
function unquoted(text: string): string {
  return text.replace(/^["“'](?=.)/, '').replace(/(?<=.)["”']$/, '');
}

/** "me" means everything: the whole memory is about the person. */
function subject(about: string): string | undefined {
  return /^(?:me|myself|us)$/i.test(about) ? undefined : about;
}

/** What a message teaches: never a question, one line each. */
function taughtFacts(parts: readonly string[]): string[] {
  const statements = parts.filter((part) => !isQuestion(part));
  const asked = statements.map((part) => after(REMEMBER, part)?.trimStart());
  const allOfIt = asked.some((fact) => fact !== undefined && POINTS_BACK.test(fact));
  return statements.flatMap((part, index) => {
    const fact = asked[index];
    if (fact !== undefined) return POINTS_BACK.test(fact) ? [] : [asFact(fact)];
    if (GREETING.test(part)) return [];
    return allOfIt || LASTING.test(part) ? [asFact(part)] : [];
  });
}

/** A sentence as a line of memory: literal but for the white space and the last full stop. */
function asFact(sentence: string): string {
  const line = sentence
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:hi|hello|hey)[,!.]\s+/i, '');
  const bare = line.replace(/^["“](.*)["”][.]?$/, '$1').replace(/(?<![.])[.]$/, '');
  return bare;
}
