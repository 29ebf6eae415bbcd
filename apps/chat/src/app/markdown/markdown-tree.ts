/** A piece of running text. Every string is the literal text to show; none of it is HTML. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: InlineStyle; readonly children: readonly Inline[] }
  | {
      readonly kind: 'link';
      readonly href: string;
      /** Where the link really leads, for people to read. */
      readonly place: string;
      /** Whether its words name a host that is not the place. */
      readonly disguised: boolean;
      /** What was written about it, beside its words; empty for nothing. */
      readonly title: string;
      readonly children: readonly Inline[];
    }
  /** A link to a message of one of the person's own conversations, which opens in this page. */
  | {
      readonly kind: 'turn';
      readonly threadId: string;
      readonly messageId: string;
      readonly children: readonly Inline[];
    }
  /** A picture, which is never fetched: `href` is undefined when its address is not safe to open. */
  | {
      readonly kind: 'image';
      readonly href: string | undefined;
      readonly place: string;
      readonly disguised?: boolean;
      readonly title: string;
      readonly text: string;
    };

export type InlineStyle = 'strong' | 'emphasis' | 'struck';

export type Alignment = 'left' | 'right' | 'center' | undefined;

export interface TableCell {
  readonly alignment: Alignment;
  readonly children: readonly Inline[];
}

export interface ListItem {
  /** The number it was given; undefined in a list without numbers. */
  readonly number: number | undefined;
  /** Whether the item's box is ticked; undefined for an item without a box. */
  readonly checked: boolean | undefined;
  readonly blocks: readonly Block[];
}

/** A part of a text that stands on its own lines. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  /** Words of a tight list's item: no paragraph of their own. */
  | { readonly kind: 'line'; readonly children: readonly Inline[] }
  /** `depth` as it was written, 1 to 6; `rank` its place among the text's own headings, from 1. */
  | {
      readonly kind: 'heading';
      readonly depth: number;
      readonly rank: number;
      readonly children: readonly Inline[];
    }
  | {
      readonly kind: 'code';
      readonly language: string;
      /** All that stands behind the fence: the language, and a file's name, say. */
      readonly info: string;
      readonly text: string;
      /** Whether no more can come: its fence is closed, or what follows, or the end, has ended it. */
      readonly complete: boolean;
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      /** Number of the first item; undefined for a list without numbers. */
      readonly start: number | undefined;
      /** What stands behind each number. */
      readonly closedBy: '.' | ')';
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: 'table';
      readonly header: readonly TableCell[];
      readonly rows: readonly (readonly TableCell[])[];
    }
  | { readonly kind: 'rule' }
  /** What is not read as markdown, as it was written. */
  | { readonly kind: 'literal'; readonly text: string };
