/** Name of the channel on which the pages of one browser tell each other of conversations. */
const CHANNEL = 'throughline.conversations';

/**
 * The other pages of this browser. They are told that a conversation has changed, never what: each
 * reads that from the server by itself, so nothing that arrives here is trusted.
 */
export class OtherTabs {
  readonly #channel = new BroadcastChannel(CHANNEL);

  /** `onChange` is called with the id of a thread in which another page has done something. */
  constructor(onChange: (threadId: string) => void) {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') onChange(data);
    });
  }

  tell(threadId: string): void {
    this.#channel.postMessage(threadId);
  }

  close(): void {
    this.#channel.close();
  }
}
