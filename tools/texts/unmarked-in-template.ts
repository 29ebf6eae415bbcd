import {
  CombinedRecursiveAstVisitor,
  parseTemplate,
  type Binary,
  type Interpolation,
  type KeyedRead,
  type LiteralPrimitive,
  type TmplAstBoundAttribute,
  type TmplAstBoundText,
  type TmplAstElement,
  type TmplAstTemplate,
  type TmplAstText,
  type TmplAstTextAttribute,
} from '@angular/compiler';

/** A text that a person may come to read, and that no translation would reach. */
export interface Unmarked {
  /** The file, or the file and a line. */
  readonly place: string;
  readonly text: string;
}

/** Attributes that are read or spoken. */
const SPOKEN =
  /^(?:alt|title|placeholder|label|what|aria-(?:label|description|placeholder|roledescription|valuetext))$/;
/** Names and files are the same in every language. */
const NAMES = new Set(['Throughline', 'AGENTS.md', 'OPENAI_API_KEY', 'OPENAI_BASE_URL']);

/** The names that every language keeps. */
export function isName(text: string): boolean {
  return NAMES.has(text.trim());
}

function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !isName(text);
}

/** The texts of one template that are not marked for translation. */
export function unmarkedInTemplate(template: string, place: string): Unmarked[] {
  const { errors, nodes } = parseTemplate(template, place, { preserveWhitespaces: true });
  if (errors !== null && errors.length > 0)
    throw new Error(`${place}: ${errors.map(({ msg }) => msg).join('; ')}`);
  const visitor = new TextVisitor(place);
  for (const node of nodes) visitor.visit(node);
  return visitor.found;
}

/** Finds the texts outside marked elements, and the words that expressions would show. */
class TextVisitor extends CombinedRecursiveAstVisitor {
  readonly found: Unmarked[] = [];
  #marked = false;
  #shown = false;
  readonly #place: string;

  constructor(place: string) {
    super();
    this.#place = place;
  }

  override visitElement(element: TmplAstElement): void {
    this.#within(element.i18n !== undefined, () => super.visitElement(element));
  }

  override visitTemplate(template: TmplAstTemplate): void {
    this.#within(template.i18n !== undefined, () => super.visitTemplate(template));
  }

  override visitText(text: TmplAstText): void {
    if (!this.#marked) this.#judge(text.value);
  }

  override visitBoundText(text: TmplAstBoundText): void {
    this.#showing(() => super.visitBoundText(text));
  }

  override visitTextAttribute(attribute: TmplAstTextAttribute): void {
    if (SPOKEN.test(attribute.name) && attribute.i18n === undefined) this.#judge(attribute.value);
  }

  /** A marker does not count here: a marked attribute with a value in it was seen empty on the page. */
  override visitBoundAttribute(attribute: TmplAstBoundAttribute): void {
    if (!SPOKEN.test(attribute.name)) return;
    this.#within(false, () => this.#showing(() => super.visitBoundAttribute(attribute)));
  }

  override visitInterpolation(ast: Interpolation): unknown {
    if (!this.#marked) for (const piece of ast.strings) this.#judge(piece);
    return super.visitInterpolation(ast, undefined);
  }

  /** What an expression would show, wherever it stands: a marker covers no words inside one. */
  override visitLiteralPrimitive(ast: LiteralPrimitive): void {
    if (this.#shown && typeof ast.value === 'string') this.#judge(ast.value);
  }

  /** A comparison or a key is no text, though it stands in what is shown. */
  override visitBinary(ast: Binary): void {
    if (/^[=!]==?$/.test(ast.operation)) return;
    super.visitBinary(ast, undefined);
  }

  override visitKeyedRead(ast: KeyedRead): void {
    this.visit(ast.receiver);
  }

  #judge(text: string): void {
    if (isWords(text)) this.found.push({ place: this.#place, text: text.trim() });
  }

  #within(marked: boolean, visit: () => void): void {
    const before = this.#marked;
    this.#marked ||= marked;
    visit();
    this.#marked = before;
  }

  #showing(visit: () => void): void {
    const before = this.#shown;
    this.#shown = true;
    visit();
    this.#shown = before;
  }
}
