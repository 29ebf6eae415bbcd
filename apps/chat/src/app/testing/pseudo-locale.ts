/**
 * A language in which every letter has an accent: what is still plain on the page was not marked
 * for translation. Texts that were made before it was put in stay as they were.
 */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = Array.from('àƀçđéƒĝĥíĵķļɱñóþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÛṼŴẊÝŽ');
/** What a message holds beside words: the skeleton of a plural, placeholders, and their names. */
const SKELETON = /(\{VAR_\w+, plural,|\{[A-Z][A-Z_\d]*\}|(?:=\d+|other) *\{|[{}])/;

/** Names and units that every language keeps. */
const NAMES = /AGENTS\.md|Throughline|\d [kM]B/g;

/** Each letter with an accent; all else as it is. */
export function accented(text: string): string {
  return Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}

/** Has every text that is made from now on made in that language. */
export function speakPseudo(): void {
  $localize.translate = (parts, expressions) => {
    const translated = parts.map((part, place) => translatedPart(part, parts.raw[place] ?? part));
    return [Object.assign(translated, { raw: translated }), expressions];
  };
}

/** One part without its block of metadata: the description, or the name of what was put in. */
function translatedPart(part: string, raw: string): string {
  const end = raw.startsWith(':') ? part.indexOf(':', 1) + 1 : 0;
  return part
    .slice(end)
    .split(SKELETON)
    .map((piece) => (SKELETON.test(piece) ? piece : accented(piece)))
    .join('');
}

/** What can be read or heard within an element and is not in that language, without its data. */
export function plainTexts(root: Element, data: string): string[] {
  const texts = [...root.querySelectorAll('*')].filter((each) => !each.matches(data)).flatMap(read);
  return texts.filter((text) => /[A-Za-z]{2}/.test(text.replace(NAMES, '')));
}

function read(element: Element): string[] {
  const own = [...element.childNodes].filter((node) => node instanceof Text);
  const spoken = ['aria-label', 'title', 'placeholder', 'alt'];
  return [
    ...own.map(({ data }) => data.trim()),
    ...spoken.map((name) => element.getAttribute(name) ?? ''),
  ];
}
