/** The instructions that the fixed rules follow. */
export interface Style {
  /** Elements that are found by their test id. */
  readonly testIds: 'none' | 'fields' | 'all';
  readonly roles: boolean;
  /** What the name of a page object's class ends with. */
  readonly suffix: string;
}

/** An instruction that was not followed, and why. */
export interface RefusedRule {
  readonly rule: string;
  readonly reason: string;
}

/** What the fixed rules make of the instructions of a conversation, oldest first. */
export function readConventions(conventions: readonly string[]): {
  readonly style: Style;
  readonly refused: readonly RefusedRule[];
} {
  let style: Style = { testIds: 'none', roles: false, suffix: '' };
  const refused: RefusedRule[] = [];
  for (const rule of conventions) {
    const follows = takesAway(rule) ? undefined : understand(rule);
    if (follows !== undefined) style = { ...style, ...follows };
    else refused.push({ rule, reason: refusal(rule) });
  }
  return { style, refused };
}

const TAKEN =
  /\b(?:delet|remov|drop|skip|omit|ignor|disabl|exclud|weaken|loosen|relax|soften|comment(?:ing)? out|get rid of|leave out|fewer)/i;
const KEPT = /\b(?:tests?|specs?|cases?|assert\w*|expect\w*|checks?|verif\w*|it\(\)|suites?)\b/i;
const WITHOUT =
  /\b(?:without|no|no more|stop)(?: any| the| all)? (?:tests?|specs?|assert|expect|check|verif)/i;
const FAKED =
  /\b(?:always (?:pass|green|succeed)|make .{0,40}\b(?:pass|green)|test\.(?:skip|fixme|fail|only)\b|expect\.soft|soft assert\w*|(?:@ts-ignore|@ts-nocheck|any type))/i;

/** Whether an instruction asks to give up a test or an assertion, or to weaken one. */
export function takesAway(rule: string): boolean {
  return (TAKEN.test(rule) && KEPT.test(rule)) || WITHOUT.test(rule) || FAKED.test(rule);
}

function refusal(rule: string): string {
  return takesAway(rule)
    ? `No test is deleted or skipped and no assertion weakened, so this was not followed: ${rule}`
    : isInline(rule)
      ? `The fixed rules keep page objects as classes, so this was not followed: ${rule}`
      : `The fixed rules do not understand this instruction: ${rule}`;
}

/** Whether an instruction wants no page objects. */
function isInline(rule: string): boolean {
  return (
    /\bpage[- ]?objects?\b/i.test(rule) &&
    /\b(?:inline|no|not|without|avoid|don['’]?t)\b/i.test(rule)
  );
}

const NEGATED = /\b(?:no|not|never|don['’]?t|without|avoid|instead of|rather than|stop)\b/i;

function understand(rule: string): Partial<Style> | undefined {
  if (/\bpage[- ]?objects?\b/i.test(rule)) {
    const isSuffix = /\b(?:suffix|end|append)/i.test(rule) && !NEGATED.test(rule);
    const suffix = isSuffix ? rule.match(/\b[A-Z]\w*/g)?.at(-1) : undefined;
    return suffix === undefined ? undefined : { suffix };
  }
  if (NEGATED.test(rule)) return undefined;
  if (/getByTestId|\btest[- ]?ids?\b|data-testid/i.test(rule)) {
    if (/\b(?:fields?|inputs?|forms?)\b/i.test(rule)) return { testIds: 'fields' };
    return /\b(?:everywhere|every|all|always|each)\b/i.test(rule) ? { testIds: 'all' } : undefined;
  }
  if (/getByRole|\broles?\b/i.test(rule)) return { roles: true };
  return undefined;
}
