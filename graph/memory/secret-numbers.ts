/*
 * Numbers of cards, accounts and identity papers, each known by its form and, where it has one, by its
 * check digits. Every form is bounded, so that a text is read in time that grows in step with it.
 */

interface NumberForm {
  readonly what: string;
  readonly form: RegExp;
  /** Whether the number without its spaces and hyphens is one. */
  readonly isValid: (digits: string) => boolean;
}

const FORMS: readonly NumberForm[] = [
  {
    what: 'the number of an account (IBAN)',
    form: /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g,
    isValid: isIban,
  },
  {
    what: 'the number of a card',
    form: /(?<![\w+.])[2-6]\d{3}(?:[ -]?\d){9,15}(?!\w)/g,
    isValid: isCard,
  },
  {
    what: 'a social security number',
    form: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g,
    isValid: () => true,
  },
  {
    what: 'a national insurance number',
    form: /(?<!\w)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/g,
    isValid: () => true,
  },
  {
    what: 'an Aadhaar number',
    form: /(?<![\w+-])[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}(?![\w-])/g,
    isValid: hasVerhoeffDigit,
  },
  {
    what: 'an Indian tax number',
    form: /(?<!\w)[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?!\w)/g,
    isValid: () => true,
  },
  {
    what: 'a German tax number',
    form: /(?<![\w+])[1-9]\d ?\d{3} ?\d{3} ?\d{3}(?!\w)/g,
    isValid: isGermanTaxNumber,
  },
  {
    what: 'the number of a German identity card',
    form: /(?<!\w)[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d(?!\w)/g,
    isValid: isGermanCardNumber,
  },
];

/** The first such number in a line, as it stands there. */
export function findNumber(line: string): { what: string; words: string } | undefined {
  if (!/\d/.test(line)) return undefined;
  for (const { what, form, isValid } of FORMS)
    for (const [words] of line.matchAll(form)) {
      const valid = what.includes('IBAN') ? ibanIn(words) : words;
      if (valid !== undefined && isValid(valid.replace(/[ -]/g, ''))) return { what, words: valid };
    }
  return undefined;
}

/** Characters of an IBAN by its country; of the others there are few, and their form is no proof. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  'AD24 AE23 AT20 BE16 BG22 BR29 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IL23 IS26 IT27 KW30 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 QA29 RO24 SA24 SE24 SI19 SK24 SM27 TR26 UA29'
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

/** The part of a match that is as long as an IBAN of its country: a word may follow it. */
function ibanIn(match: string): string | undefined {
  let left = IBAN_LENGTHS.get(match.slice(0, 2));
  if (left === undefined) return undefined;
  for (let end = 0; end < match.length; end += 1)
    if (match[end] !== ' ' && --left === 0) return match.slice(0, end + 1);
  return undefined;
}

function isIban(number: string): boolean {
  const moved = number.slice(4) + number.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Luhn's check digit, for the lengths that cards have. */
function isCard(number: string): boolean {
  if (number.length < 13 || number.length > 19) return false;
  const sum = digitsOf(number)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : crossSum(2 * digit)), 0);
  return sum % 10 === 0;
}

function crossSum(number: number): number {
  return number > 9 ? number - 9 : number;
}

/** Verhoeff's check digit: a walk through the symmetries of the pentagon. */
function hasVerhoeffDigit(number: string): boolean {
  const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const permuted = (digit: number, times: number): number =>
    times === 0 ? digit : permuted(permutation[digit] ?? 0, times - 1);
  const sum = digitsOf(number)
    .toReversed()
    .reduce((total, digit, at) => dihedral(total, permuted(digit, at % 8)), 0);
  return sum === 0;
}

/** The product in the dihedral group of order ten. */
function dihedral(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5;
}

/** The check digit of ISO 7064 (11, 10); of the first ten digits just one comes two or three times. */
function isGermanTaxNumber(number: string): boolean {
  const digits = digitsOf(number);
  const counts = digits.slice(0, 10).map((digit, _, ten) => ten.filter((d) => d === digit).length);
  const repeated = new Set(digits.slice(0, 10).filter((_, at) => (counts[at] ?? 0) > 1));
  if (repeated.size !== 1 || Math.max(...counts) > 3) return false;
  const product = digits.slice(0, 10).reduce((last, digit) => {
    const sum = (digit + last) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === digits[10];
}

/** The last digit closes a sum with the weights 7, 3, 1; there is a digit besides it. */
function isGermanCardNumber(number: string): boolean {
  if (!/\d/.test(number.slice(1, 9))) return false;
  const values = Array.from(number, (sign) => Number.parseInt(sign, 36));
  const sum = values
    .slice(0, 9)
    .reduce((total, value, at) => total + value * ([7, 3, 1][at % 3] ?? 0), 0);
  return sum % 10 === values[9];
}

function digitsOf(number: string): number[] {
  return Array.from(number, Number);
}
