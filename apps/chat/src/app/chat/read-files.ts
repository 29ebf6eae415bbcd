import {
  IMAGE_TYPES,
  MAX_ATTACHMENTS,
  MAX_IMAGE_BYTES,
  MAX_TEXT_BYTES,
  type Attachment,
  type ImageType,
} from '#contract/attachments';

import { sizeOf, sizeText } from './file-size';

/** What came of files that a person chose, dropped or pasted. */
export interface ReadFiles {
  readonly attachments: readonly Attachment[];
  /** Why others were left out: a sentence each. */
  readonly problems: readonly string[];
}

export interface Conditions {
  /** What goes with the message already. */
  readonly attached: readonly Attachment[];
  /** Whether the model that answers takes images; undefined where the server has not said. */
  readonly images: boolean | undefined;
  readonly limits?: FileLimits;
}

/** Most that goes with one message. */
export interface FileLimits {
  readonly files: number;
  /** Of all text files together, in bytes of UTF-8. */
  readonly textBytes: number;
}

/** Of a message to a model. */
export const MESSAGE_LIMITS: FileLimits = { files: MAX_ATTACHMENTS, textBytes: MAX_TEXT_BYTES };

/**
 * Reads files whole and keeps those that may go with a message: text that is well-formed UTF-8, and
 * images whose bytes are what their type says. Each of the others is named with the reason.
 */
export async function readFiles(
  files: readonly File[],
  { attached, images, limits = MESSAGE_LIMITS }: Conditions,
): Promise<ReadFiles> {
  const attachments: Attachment[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const read = await readFile(file, images, limits);
    const problem =
      typeof read === 'string' ? read : whyTooMuch([...attached, ...attachments], read, limits);
    if (typeof read !== 'string' && problem === undefined) attachments.push(read);
    else if (problem !== undefined) problems.push(`${file.name}: ${problem}`);
  }
  return { attachments, problems };
}

/** The attachment, or why it cannot be one. */
async function readFile(
  file: File,
  images: boolean | undefined,
  { textBytes }: FileLimits,
): Promise<Attachment | string> {
  if (file.type.startsWith('image/') && file.type !== 'image/svg+xml')
    return readImage(file, images);
  // Read no further than what could be taken.
  if (file.size > textBytes) return textTooLarge(textBytes);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  if (text === undefined || text.includes('\0'))
    return $localize`it is no text in UTF-8. Text files and PNG, JPEG, WebP and GIF images can be attached.`;
  return { kind: 'text', name: file.name, text };
}

async function readImage(file: File, images: boolean | undefined): Promise<Attachment | string> {
  const type = IMAGE_TYPES.find((each) => each === file.type);
  if (type === undefined) return $localize`only PNG, JPEG, WebP and GIF images can be attached.`;
  if (images === undefined)
    return $localize`the server could not be asked whether its model takes images. Attach it again.`;
  if (!images)
    return $localize`the model that answers here takes no images. Text files can be attached.`;
  if (file.size > MAX_IMAGE_BYTES) return imagesTooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isImage(bytes, type)) return $localize`its bytes are no such image.`;
  return { kind: 'image', name: file.name, type, base64: toBase64(bytes) };
}

function whyTooMuch(
  before: readonly Attachment[],
  added: Attachment,
  { files, textBytes }: FileLimits,
): string | undefined {
  if (before.length >= files) return $localize`at most ${files} files go with a message.`;
  const kind = [...before, added].filter((file) => file.kind === added.kind);
  const bytes = kind.reduce((sum, file) => sum + sizeOf(file), 0);
  if (added.kind === 'text') return bytes > textBytes ? textTooLarge(textBytes) : undefined;
  return bytes > MAX_IMAGE_BYTES ? imagesTooLarge() : undefined;
}

function textTooLarge(most: number): string {
  return $localize`the text files of a message may hold ${sizeText(most)} together.`;
}

function imagesTooLarge(): string {
  return $localize`the images of a message may hold ${sizeText(MAX_IMAGE_BYTES)} together.`;
}

/** The text, literal from its first byte on; undefined when it is not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes with which each kind of image begins; undefined stands for any. */
const BEGINNINGS: Readonly<Record<ImageType, readonly (readonly (number | undefined)[])[]>> = {
  'image/png': [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  'image/jpeg': [[0xff, 0xd8, 0xff]],
  'image/gif': [ascii('GIF87a'), ascii('GIF89a')],
  'image/webp': [
    [...ascii('RIFF'), ...Array.from({ length: 4 }, () => undefined), ...ascii('WEBP')],
  ],
};

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function isImage(bytes: Uint8Array, type: ImageType): boolean {
  return BEGINNINGS[type].some((beginning) =>
    beginning.every((byte, place) => byte === undefined || bytes[place] === byte),
  );
}

/** Bytes given to one call at a time: more arguments than an engine takes would throw. */
const PIECE = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(binary);
}
