/** A day, month or year that a question names; what is left out is undefined. */
export interface QuestionDate {
  readonly year: number | undefined;
  readonly days: readonly { readonly month: number; readonly day: number | undefined }[];
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/gi;
const YEAR = /\b(20\d\d)\b/;
const DAY = /\b(\d{1,2})(?:st|nd|rd|th)?\b/;
/** How far from the name of a month its day may stand, in characters. */
const NEAR = 6;
const DAY_MS = 86_400_000;

/** Reads the date out of a question, if it names one. */
export function questionDate(question: string): QuestionDate | undefined {
  const year = YEAR.exec(question)?.[1];
  const days = [];
  for (const { 0: name, index } of question.matchAll(MONTH)) {
    if (isOtherWord(name, question)) continue;
    const around = question
      .slice(Math.max(0, index - NEAR), index + name.length + NEAR)
      .replace(/\d{4}/g, '');
    const day = DAY.exec(around)?.[1];
    days.push({
      month: MONTHS.indexOf(name.slice(0, 3).toLowerCase()),
      day: day === undefined ? undefined : Number(day),
    });
  }
  if (days.length === 0 && year === undefined) return undefined;
  return { year: year === undefined ? undefined : Number(year), days };
}

/** "may" is a word more often than a month, and "mar" too, where nothing else speaks for a date. */
function isOtherWord(name: string, question: string): boolean {
  if (name === 'may') return !/\b(?:in|of|since|last|this) may\b/.test(question);
  return /^mar$/i.test(name) && !/\d/.test(question);
}

/** How well the time of a passage fits: 1.2 on the very day, 0 where nothing fits. */
export function dateFit({ year, days }: QuestionDate, at: number): number {
  const said = new Date(at);
  if (days.length === 0) return said.getUTCFullYear() === year ? 0.2 : 0;
  return Math.max(
    ...days.map(({ month, day }) => {
      const named = year ?? said.getUTCFullYear();
      return day === undefined ? monthFit(named, month, at) : dayFit(named, month, day, at);
    }),
  );
}

/** People tell of a day on it, and in the week or two after. */
function dayFit(year: number, month: number, day: number, at: number): number {
  const after = Math.floor(at / DAY_MS) - Date.UTC(year, month, day) / DAY_MS;
  if (after === 0) return 1.2;
  if (after > 0 && after <= 7) return 1;
  if (after > 7 && after <= 16) return 0.6;
  const said = new Date(at);
  const sameMonth = said.getUTCFullYear() === year && said.getUTCMonth() === month;
  return sameMonth || (after < 0 && after >= -7) ? 0.5 : 0;
}

function monthFit(year: number, month: number, at: number): number {
  const [start, end] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  if (at >= start && at < end) return 0.8;
  return at >= end && at < end + 10 * DAY_MS ? 0.4 : 0;
}
