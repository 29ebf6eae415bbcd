/** What a piece of text adds to the thoughts and to the answer of a reply. */
export interface Said {
  readonly thought: string;
  readonly answer: string;
}

const OPEN = ['<think>', '<thinking>'];
const CLOSE = ['</think>', '</thinking>'];

/**
 * Keeps the thoughts of a reply apart from its answer, where a model writes them between tags at the
 * very beginning of its text, as local servers pass them on. Later tags are the answer's own words.
 * Pieces may be cut anywhere, within a tag too.
 */
export class ThinkTags {
  #place: 'start' | 'thoughts' | 'answer' = 'start';
  #waiting = '';

  /** Takes the next piece of text. */
  take(text: string): Said {
    if (this.#place === 'answer') return { thought: '', answer: text };
    this.#waiting += text;
    return this.#place === 'start' ? this.#begin() : this.#think();
  }

  /** What still waits when the reply has ended. */
  end(): Said {
    const rest = this.#waiting;
    this.#waiting = '';
    return this.#place === 'thoughts'
      ? { thought: rest, answer: '' }
      : { thought: '', answer: rest };
  }

  #begin(): Said {
    const said = this.#waiting.trimStart().toLowerCase();
    const tag = OPEN.find((open) => said.startsWith(open));
    if (tag !== undefined) {
      this.#place = 'thoughts';
      this.#waiting = this.#waiting.trimStart().slice(tag.length);
      return this.#think();
    }
    if (OPEN.some((open) => open.startsWith(said))) return { thought: '', answer: '' };
    this.#place = 'answer';
    return this.end();
  }

  #think(): Said {
    const text = this.#waiting;
    const lower = text.toLowerCase();
    for (const tag of CLOSE) {
      const at = lower.indexOf(tag);
      if (at < 0) continue;
      this.#place = 'answer';
      this.#waiting = '';
      // The line breaks between thoughts and answer belong to neither.
      return {
        thought: text.slice(0, at).trimEnd(),
        answer: text.slice(at + tag.length).trimStart(),
      };
    }
    const kept = longestTail(lower);
    this.#waiting = text.slice(text.length - kept);
    return { thought: text.slice(0, text.length - kept), answer: '' };
  }
}

/** Length of the longest end of a text that may be the beginning of a closing tag. */
function longestTail(text: string): number {
  const longest = Math.max(...CLOSE.map((tag) => tag.length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length -= 1)
    if (CLOSE.some((tag) => tag.startsWith(text.slice(text.length - length)))) return length;
  return 0;
}
