import { isQuestion, sentences } from './words.ts';

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

const FORGET_ALL =
  /^(?:please )?(?:forget|erase|delete|clear|wipe) (?:everything|it all|all(?: of it| that)?|my memory|(?:all )?(?:the|your) memory)(?: (?:you know|you remember|about me).*)?[.!]*$/i;
const FORGET =
  /^(?:please )?(?:forget|delete|remove|erase|stop remembering|don't remember|do not remember)(?: about| the (?:fact|line|note))?(?: that)?[:,]? +(.+?)[.!]*$/i;
const REPLACE =
  /^(?:please )?(?:change|replace|correct|update) +["“']?(.+?)["”']? +(?:to|with|by|into) +["“']?(.+?)["”']?[.!]*$/i;
const CORRECT =
  /^(?:actually|correction|no(?! (?:problem|worries|thanks|thank|need|rush|idea|matter|one|more))|wrong|sorry|i was wrong)\b[,:;.!— -]*(?:but )?(.+)$/i;
const THIS_CONVERSATION = '(?:in|for|during) this (?:conversation|chat|thread)';
const STANDING = new RegExp(
  `^(?:please )?${THIS_CONVERSATION}[,:]? (?:please )?((?:always|never|only|use|answer|write|speak|keep|do not|don't)\\b.+?)[.!]*$|` +
    `^(?:please )?((?:always|never|only|use|answer|write|speak)\\b.+?),? (?:here|${THIS_CONVERSATION})[.!]*$`,
  'i',
);
const RECALL_ALL =
  /^(?:and |so |please )?(?:what (?:else )?(?:do|did|can) you (?:already |still )?(?:know|remember|recall|have)|what(?: is|'s) in (?:your|my) memory|(?:tell|show) me (?:what|everything|all) you (?:already )?(?:know|remember)|list (?:what you|everything you|your) (?:know|remember|memory))(?: (?:about|of|on) (.+?))?[?.! ]*$/i;
const REMEMBER =
  /^(?:(?:please|also|and|ok(?:ay)?)[, ]+)*(?:remember|note(?: down)?|keep in mind|don't forget|do not forget|memori[sz]e|save)\b(?: for (?:me|later|next time))?[,:]?(?: that)?[,:]? *(.*)$/i;
/** "Remember this": what the rest of the message said. */
const POINTS_BACK =
  /^(?:this|that|it|these|those|all (?:of )?(?:this|that|it))?(?: ?(?:for|in) (?:later|next time|the future|me|future conversations|all (?:our )?conversations|other conversations|our (?:next|later|future) conversations?))?[, ]*(?:please|thanks|thank you)?[.!]*$/i;
/** Sentences that tell something lasting about the person. */
const LASTING =
  /^(?:(?:hi|hello|hey)[,!. ]+)?(?:always|never|from now on|by default|whenever|every time)\b|^(?:(?:hi|hello|hey)[,!. ]+)?(?:my (?:\S+ ){1,6}?(?:is|are)\b|i(?:'m| am) (?:an?|the|called|based|named|allergic|vegetarian|vegan|left-handed|responsible)\b|call me\b|i (?:usually |always |never |often |mostly |only |also )*(?:fly|prefer|like|love|hate|dislike|live|work|use|drive|speak|own|want my|need my|operate|play|study|teach|run|eat|drink|avoid|write)\b|we (?:usually |always |never |mostly |only |also )*(?:fly|prefer|use|operate|work)\b|our (?:\S+ ){1,4}?(?:is|are)\b)/i;
const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you)\b[\p{P}\s]*(?:there|you|all)?[\p{P}\s]*$/iu;

/** Reads one message of the person. Pure. */
export function readIntent(message: string): Intent {
  const text = message.trim();
  const recall = RECALL_ALL.exec(text);
  if (recall) return { kind: 'recall', about: subject(recall[1]) };
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

/** What a sentence wants of this conversation alone. */
function instructionOf(sentence: string): string | undefined {
  const [, after, before] = (isQuestion(sentence) ? null : STANDING.exec(sentence)) ?? [];
  const words = after ?? before;
  return words === undefined ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A change that a sentence asks for; only a message's first one can begin with "no" and mean it. */
function readChange(sentence: string, mayCorrect: boolean): Intent | undefined {
  if (FORGET_ALL.test(sentence)) return { kind: 'forget-all' };
  const what = FORGET.exec(sentence)?.[1];
  if (what !== undefined) return { kind: 'forget', what };
  const [, from, to] = REPLACE.exec(sentence) ?? [];
  if (from !== undefined && to !== undefined) return { kind: 'replace', from, to };
  const fact = mayCorrect ? CORRECT.exec(sentence)?.[1] : undefined;
  if (fact === undefined) return undefined;
  return readChange(fact, false) ?? { kind: 'correct', fact: asFact(fact) };
}

/** "me" means everything: the whole memory is about the person. */
function subject(about: string | undefined): string | undefined {
  return about === undefined || /^(?:me|myself|us)$/i.test(about) ? undefined : about;
}

/** What a message teaches: never a question, one line each. */
function taughtFacts(parts: readonly string[]): string[] {
  const statements = parts.filter((part) => !isQuestion(part));
  const asked = statements.map((part) => REMEMBER.exec(part)?.[1]);
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
