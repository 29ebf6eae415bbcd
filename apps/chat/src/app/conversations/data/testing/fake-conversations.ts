import type { Conversation, FoundTurn, Hit } from '../conversation';
import type { ConversationsApi, Page, PageRequest } from '../conversations-api';

/** Conversations in memory, for tests; every call recorded. */
export class FakeConversations implements ConversationsApi {
  readonly calls: string[] = [];
  all: Conversation[] = [];
  /** Where each search says that it has found something. */
  turns: FoundTurn[] = [];
  /** Failures that the next calls of a method meet, in order. */
  readonly failing = new Map<keyof ConversationsApi, Error[]>();

  async list(page: PageRequest): Promise<Page<Conversation>> {
    await this.#called('list');
    return slice(this.all, page);
  }

  async read(threadId: string): Promise<Conversation> {
    await this.#called('read');
    const found = this.all.find((each) => each.threadId === threadId);
    return (
      found ?? {
        threadId,
        title: undefined,
        state: 'idle',
        activeAt: new Date(),
        temporary: false,
        graphId: undefined,
        leftOut: false,
      }
    );
  }

  async search(words: string, page: PageRequest): Promise<Page<Hit>> {
    await this.#called('search');
    const hits = this.all
      .filter(({ title = '' }) => title.includes(words))
      .map((each): Hit => {
        const at = (each.title ?? '').indexOf(words);
        const titleMatches = [[at, at + words.length]] as const;
        return {
          ...each,
          titleMatches,
          turns: this.turns,
          turnCount: this.turns.length,
          hasAllWords: true,
        };
      });
    return slice(hits, page);
  }

  async rename(threadId: string, title: string): Promise<void> {
    await this.#called('rename');
    this.all = this.all.map((each) => (each.threadId === threadId ? { ...each, title } : each));
  }

  async leaveOut(threadId: string, leftOut: boolean): Promise<void> {
    await this.#called('leaveOut');
    this.all = this.all.map((each) => (each.threadId === threadId ? { ...each, leftOut } : each));
  }

  async delete(threadId: string): Promise<void> {
    await this.#called('delete');
    this.all = this.all.filter((each) => each.threadId !== threadId);
  }

  #called(method: keyof ConversationsApi): Promise<void> {
    this.calls.push(method);
    const error = this.failing.get(method)?.shift();
    return error === undefined ? Promise.resolve() : Promise.reject(error);
  }
}

function slice<T>(all: readonly T[], { limit, offset }: PageRequest): Page<T> {
  return { items: all.slice(offset, offset + limit), more: offset + limit < all.length };
}
