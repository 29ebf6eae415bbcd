import { describe, expect, it } from 'vitest';

import {
  dataUrl,
  MAX_ATTACHMENTS,
  MAX_IMAGE_BYTES,
  MAX_TEXT_BYTES,
  type Attachment,
} from '#contract/attachments';

import { sizeOf, sizeText } from './file-size';
import { readFiles } from './read-files';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];
const file = (name: string, content: string | number[], type = '') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });
const note = (name: string, text = 'x'): Attachment => ({ kind: 'text', name, text });

async function read(
  files: File[],
  attached: Attachment[] = [],
  images: boolean | undefined = true,
) {
  const { attachments, problems } = await readFiles(files, { attached, images });
  return { attachments, problem: problems.join('\n') };
}

describe('files for a message', () => {
  it.each([
    ['plain', 'one\r\ntwo'],
    ['empty', ''],
    ['with a byte order mark', '\ufeffx'],
    ['of every script', 'ünïcödé 漢字 🛩'],
  ])('take text as it is: %s', async (_, text) => {
    const { attachments, problem } = await read([file('n.md', text, 'text/markdown')]);
    expect(attachments).toEqual([note('n.md', text)]);
    expect(problem).toBe('');
  });

  it.each([
    ['that is not UTF-8', [0xff, 0xfe, 0x41]],
    ['with a lone surrogate', [0xed, 0xa0, 0x80]],
    ['with a byte of nothing', [0x41, 0]],
  ])('refuse text %s', async (_, bytes) => {
    const { attachments, problem } = await read([file('n.txt', bytes)]);
    expect(attachments).toEqual([]);
    expect(problem).toContain('n.txt: it is no text');
  });

  it('take an image whose bytes are one, byte for byte', async () => {
    const { attachments } = await read([file('p.png', PNG, 'image/png')]);
    const [image] = attachments;
    if (image?.kind !== 'image') throw new Error('no image');
    const fetched = await fetch(dataUrl(image));
    expect([...new Uint8Array(await fetched.arrayBuffer())]).toEqual(PNG);
    expect(sizeOf(image)).toBe(PNG.length);
  });

  it.each([
    ['image/gif', Array.from('GIF89a', (c) => c.charCodeAt(0))],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/webp', Array.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ', (c) => c.charCodeAt(0))],
  ])('take %s by its bytes', async (type, bytes) => {
    expect((await read([file('p', bytes, type)])).attachments).toHaveLength(1);
    expect((await read([file('p', bytes.slice(1), type)])).problem).toContain('no such image');
  });

  it.each([
    ['that is another kind than it says', file('p.jpg', PNG, 'image/jpeg'), /no such image/],
    ['that is a page', file('p.png', '<script>', 'image/png'), /no such image/],
    ['of a kind that models do not take', file('p.tiff', PNG, 'image/tiff'), /only PNG/],
  ])('refuse an image %s', async (_, image, reason) => {
    expect((await read([image])).problem).toMatch(reason);
  });

  it('refuse images, and take text, where the model takes none', async () => {
    const files = [file('p.png', PNG, 'image/png'), file('n.txt', 'x')];
    const { attachments, problem } = await read(files, [], false);
    expect(attachments).toEqual([note('n.txt')]);
    expect(problem).toContain('takes no images');
  });

  it('take a drawing as the text that it is', async () => {
    const { attachments } = await read([file('d.svg', '<svg/>', 'image/svg+xml')]);
    expect(attachments).toEqual([note('d.svg', '<svg/>')]);
  });

  it('take so many and no more, with what goes along already', async () => {
    const attached = Array.from({ length: MAX_ATTACHMENTS - 1 }, (_, n) => note(`${n}`));
    const { attachments, problem } = await read([file('a', 'a'), file('b', 'b')], attached);
    expect(attachments).toEqual([note('a', 'a')]);
    expect(problem).toContain('b: at most 4 files');
  });

  it('take text up to the last byte', async () => {
    const most = 'ü'.repeat(MAX_TEXT_BYTES / 2);
    expect((await read([file('a', most)])).attachments).toHaveLength(1);
    expect((await read([file('a', `${most}x`)])).problem).toContain('128 kB together');
    expect((await read([file('b', 'x')], [note('a', most)])).problem).toContain('128 kB');
  });

  it('take images up to the last byte', async () => {
    const most = [...PNG, ...new Array<number>(MAX_IMAGE_BYTES - PNG.length).fill(7)];
    const { attachments } = await read([file('a.png', most, 'image/png')]);
    expect(attachments.map(sizeOf)).toEqual([MAX_IMAGE_BYTES]);
    const more = await read([file('b.png', PNG, 'image/png')], [...attachments]);
    expect(more.problem).toContain('2.0 MB together');
    const one = await read([file('a.png', [...most, 7], 'image/png')]);
    expect(one.problem).toContain('2.0 MB');
  });

  it('tell sizes as people read them', () => {
    expect([12, 2048, 3 * 1024 * 1024].map(sizeText)).toEqual(['12 B', '2 kB', '3.0 MB']);
  });
});
