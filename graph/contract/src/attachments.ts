/** Most files that go with one message. */
export const MAX_ATTACHMENTS = 4;

/** Most text, in bytes of UTF-8, that the text files of one message hold together. */
export const MAX_TEXT_BYTES = 128 * 1024;

/**
 * Most that the images of one message hold together, in bytes as read: written as base64, and with
 * the text, they stay below what the server takes in one request.
 */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** Images that models take. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** A file that goes with a message. */
export type Attachment =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'image';
      readonly name: string;
      readonly type: ImageType;
      /** The image's bytes. */
      readonly base64: string;
    };

/** One block of a message's content, as OpenAI-compatible endpoints take it. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** What a person's message holds. */
export interface MessageParts {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/**
 * A message as it is stored and sent to the model: its text alone, or a list that begins with it.
 * A file's name stands before its text or image, in words that the model reads too.
 */
export function contentOf({ text, attachments }: MessageParts): string | ContentBlock[] {
  if (attachments.length === 0) return text;
  return [{ type: 'text', text }, ...attachments.flatMap(blocksOf)];
}

/**
 * What a stored content holds. The first block of a list is what was said, whatever it looks like;
 * blocks that are none of ours are taken for text, or left out.
 */
export function partsOf(content: unknown): MessageParts {
  if (typeof content === 'string') return { text: content, attachments: [] };
  if (!Array.isArray(content)) return { text: '', attachments: [] };
  const blocks: readonly unknown[] = content;
  const said = [textOf(blocks[0]) ?? ''];
  const attachments: Attachment[] = [];
  for (let place = textOf(blocks[0]) === undefined ? 0 : 1; place < blocks.length; place++) {
    const text = textOf(blocks[place]);
    const image = imageOf(blocks[place]);
    const named = text === undefined ? undefined : IMAGE_HEAD.exec(text)?.[1];
    const next = named === undefined ? undefined : imageOf(blocks[place + 1]);
    if (named !== undefined && next !== undefined) {
      attachments.push({ ...next, name: unquoted(named) });
      place++;
    } else if (image !== undefined) attachments.push(image);
    else if (text !== undefined) {
      const file = fileOf(text);
      if (file === undefined) said.push(text);
      else attachments.push(file);
    }
  }
  return { text: said.join(''), attachments };
}

/** The address of an image that holds it whole: nothing is fetched to show it. */
export function dataUrl({ type, base64 }: Extract<Attachment, { kind: 'image' }>): string {
  return `data:${type};base64,${base64}`;
}

const FILE_HEAD = /^Attached file ("(?:[^"\\]|\\.)*"):\n\n/;
const IMAGE_HEAD = /^Attached image ("(?:[^"\\]|\\.)*"):$/;
const DATA_URL = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;

function blocksOf(file: Attachment): ContentBlock[] {
  const name = JSON.stringify(file.name);
  if (file.kind === 'text')
    return [{ type: 'text', text: `Attached file ${name}:\n\n${file.text}` }];
  return [
    { type: 'text', text: `Attached image ${name}:` },
    { type: 'image_url', image_url: { url: dataUrl(file) } },
  ];
}

function fileOf(text: string): Attachment | undefined {
  const head = FILE_HEAD.exec(text);
  if (head?.[1] === undefined) return undefined;
  return { kind: 'text', name: unquoted(head[1]), text: text.slice(head[0].length) };
}

function imageOf(block: unknown): Extract<Attachment, { kind: 'image' }> | undefined {
  const place = field(block, 'type') === 'image_url' ? field(block, 'image_url') : undefined;
  const url = typeof place === 'string' ? place : field(place, 'url');
  const [, type, base64] = typeof url === 'string' ? (DATA_URL.exec(url) ?? []) : [];
  const known = IMAGE_TYPES.find((each) => each === type);
  // An image from elsewhere is not shown: to show it would be to fetch it.
  if (known === undefined || base64 === undefined) return undefined;
  return { kind: 'image', name: '', type: known, base64 };
}

function textOf(block: unknown): string | undefined {
  if (typeof block === 'string') return block;
  const text = field(block, 'text');
  return typeof text === 'string' ? text : undefined;
}

/** The name in a head. A string that JSON cannot read stands as it is. */
function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
