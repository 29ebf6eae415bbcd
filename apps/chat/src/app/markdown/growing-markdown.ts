import { completed } from './completed';
import { outlined } from './outline';
import type { Block } from './markdown-tree';
import type { Definitions, Piece, ReadText } from './read-markdown';
import { shareEqual } from './share-equal';

/** A text as far as it has come. What is settled is never read again while the text grows. */
export interface GrowingMarkdown {
  /** What was read, its line ends being `\n`. */
  readonly text: string;
  /** Whether the text was at its end: what is longer is another text. */
  readonly isWhole: boolean;
  readonly settled: readonly Piece[];
  /** Length of what is settled, in UTF-16 units. */
  readonly settledLength: number;
  /** Addresses that settled text defines. */
  readonly definitions: Definitions;
  readonly blocks: readonly Block[];
}

export type ReadMarkdown = (text: string, definitions: Definitions) => ReadText;

const NOTHING: GrowingMarkdown = {
  text: '',
  isWhole: false,
  settled: [],
  settledLength: 0,
  definitions: {},
  blocks: [],
};

/**
 * How many blocks at the end may still change. After a blank line, where a block ends is decided by
 * the first line of the next one, and that line is at its end once a block follows it.
 */
const OPEN_BLOCKS = 2;

/** Without one, a block's first line may still turn out to belong to the block before it. */
const BLANK_LINE = /(?:^|\n)[ \t]*\n[ \t]*$/;

/**
 * A text read as far as it goes, on the strength of what was read before. Pure. Only the last blocks
 * are read; every part that has not changed is the very object of before. A text that does not go on
 * from the one before is read from its start.
 */
export function grow(
  before: GrowingMarkdown | undefined,
  source: string,
  isWhole: boolean,
  read: ReadMarkdown,
): GrowingMarkdown {
  const text = withLineFeeds(source, isWhole);
  if (before?.text === text && before.isWhole === isWhole) return before;
  const goesOn = before !== undefined && !before.isWhole && text.startsWith(before.text);
  const base = goesOn ? before : NOTHING;
  const tail = read(text.slice(base.settledLength), base.definitions);
  const cut = isWhole ? tail.pieces.length : endOfSettled(tail.pieces);
  const newlySettled = tail.pieces.slice(0, cut).map(settledPiece);
  const definitions = cut === 0 ? base.definitions : definedBy(newlySettled, base, tail, read);
  const settled = [...readAgain(base, definitions, read), ...newlySettled];
  const pieces = [...settled, ...tail.pieces.slice(cut)];
  return {
    text,
    isWhole,
    settled,
    settledLength: base.settledLength + lengthOf(newlySettled),
    definitions,
    blocks: shareEqual(before?.blocks ?? [], outlined(shownOf(pieces))),
  };
}

/** The blocks of the pieces; an address that a link uses stands there, and not as a block too. */
function shownOf(pieces: readonly Piece[]): readonly Block[] {
  const isUsed = (name: string) =>
    pieces.some(({ definition, source }) => definition === undefined && nameIn(source, name));
  return pieces.flatMap(({ block, definition }) =>
    block === undefined || (definition !== undefined && isUsed(definition)) ? [] : [block],
  );
}

/** A carriage return at the end may be half of a line end. */
function withLineFeeds(source: string, isWhole: boolean): string {
  const text = isWhole || !source.endsWith('\r') ? source : source.slice(0, -1);
  return text.replaceAll(/\r\n?/g, '\n');
}

/** How many pieces stand before the last blocks. A definition counts as a block. */
function endOfSettled(pieces: readonly Piece[]): number {
  let open = 0;
  for (let place = pieces.length - 1; place > 0; place -= 1) {
    if (pieces[place]?.source.trim() === '') continue;
    open += 1;
    if (open >= OPEN_BLOCKS && isAfterBlankLine(pieces, place)) return place;
  }
  return 0;
}

function isAfterBlankLine(pieces: readonly Piece[], place: number): boolean {
  const [before, last] = [pieces[place - 2], pieces[place - 1]];
  return BLANK_LINE.test((before?.source ?? '').slice(-1) + (last?.source ?? ''));
}

/** The addresses that hold from now on: one that stands in open text may still grow. */
function definedBy(
  settled: readonly Piece[],
  base: GrowingMarkdown,
  tail: ReadText,
  read: ReadMarkdown,
): Definitions {
  const known = Object.keys(base.definitions).length;
  if (Object.keys(tail.definitions).length === known) return base.definitions;
  const { definitions } = read(settled.map(({ source }) => source).join(''), base.definitions);
  return Object.keys(definitions).length === known ? base.definitions : definitions;
}

/** Settled pieces, of which those that name an address only now defined are read once more. */
function readAgain(
  base: GrowingMarkdown,
  definitions: Definitions,
  read: ReadMarkdown,
): readonly Piece[] {
  if (definitions === base.definitions) return base.settled;
  const added = Object.keys(definitions).filter((name) => !Object.hasOwn(base.definitions, name));
  return base.settled.map((piece) => {
    if (
      piece.block === undefined ||
      piece.definition !== undefined ||
      !added.some((name) => nameIn(piece.source, name))
    )
      return piece;
    const { pieces } = read(piece.source, definitions);
    const block = pieces.find((each) => each.block !== undefined)?.block;
    return { source: piece.source, block: block && shareEqual(piece.block, completed(block)) };
  });
}

/** Whether a source names an address, by whatever capitals and spaces. */
function nameIn(source: string, name: string): boolean {
  return source.replaceAll(/\s+/g, ' ').toLowerCase().includes(`[${name}`);
}

function settledPiece(piece: Piece): Piece {
  return { ...piece, block: piece.block && completed(piece.block) };
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { source }) => sum + source.length, 0);
}
