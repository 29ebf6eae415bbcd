import { describe, expect, it } from 'vitest';

import { offline } from '../../transport/testing/fake-transport';
import type { Conversation } from './conversation';
import type { Page, PageRequest } from './conversations-api';
import { Pages } from './pages';

const conversation = (number: number): Conversation => ({
  threadId: `t${number}`,
  title: `title ${number}`,
  state: 'idle',
  activeAt: new Date(number),
  temporary: false,
  graphId: undefined,
  leftOut: false,
});

/** A server's list; each read waits until the test lets it answer. */
class Server {
  all = Array.from({ length: 75 }, (_, at) => conversation(75 - at));
  readonly reads: { page: PageRequest; answer: () => void; fail: () => void }[] = [];

  readonly load = (page: PageRequest): Promise<Page<Conversation>> =>
    new Promise((resolve, reject) => {
      const answer = () => {
        const items = this.all.slice(page.offset, page.offset + page.limit);
        resolve({ items, more: page.offset + items.length < this.all.length });
      };
      this.reads.push({ page, answer, fail: () => reject(offline()) });
    });

  async answers(read: Promise<void>): Promise<void> {
    this.reads.at(-1)?.answer();
    await read;
  }
}

const ids = (pages: Pages<Conversation>) => pages.items()?.map(({ threadId }) => threadId);

describe('a list read in pages', () => {
  it('is not known, then read page by page to its end', async () => {
    const server = new Server();
    const pages = new Pages(server.load);
    expect(pages.items()).toBeUndefined();
    await server.answers(pages.reload());
    expect([pages.items()?.length, pages.more()]).toEqual([30, true]);
    await server.answers(pages.loadMore());
    await server.answers(pages.loadMore());
    expect([pages.items()?.length, pages.more()]).toEqual([75, false]);
    expect(ids(pages)).toEqual(server.all.map(({ threadId }) => threadId));
  });

  it('reads anew as much as is in sight, and shows nothing twice', async () => {
    const server = new Server();
    const pages = new Pages(server.load);
    await server.answers(pages.reload());
    // A new one pushes the last of the first page onto the second.
    server.all.unshift(conversation(99));
    await server.answers(pages.loadMore());
    expect(pages.items()).toHaveLength(59);
    await server.answers(pages.reload());
    expect(server.reads.at(-1)?.page).toEqual({ limit: 59, offset: 0 });
    expect(ids(pages)?.[0]).toBe('t99');
    expect(new Set(ids(pages)).size).toBe(59);
  });

  it('keeps what it knows when a read fails, and says why until one succeeds', async () => {
    const server = new Server();
    const pages = new Pages(server.load);
    await server.answers(pages.reload());
    const failing = pages.reload();
    server.reads.at(-1)?.fail();
    await failing;
    expect([pages.items()?.length, pages.error()?.kind]).toEqual([30, 'offline']);
    expect(pages.loading()).toBe(false);
    await server.answers(pages.reload());
    expect(pages.error()).toBeUndefined();
  });

  it('ignores an answer that a later read has overtaken', async () => {
    const server = new Server();
    const pages = new Pages(server.load);
    const slow = pages.reload();
    const quick = pages.reload();
    server.reads[1]?.answer();
    await quick;
    server.all = [];
    server.reads[0]?.answer();
    await slow;
    expect(pages.items()).toHaveLength(30);
  });
});
