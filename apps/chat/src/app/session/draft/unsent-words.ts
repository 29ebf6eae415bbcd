import type { SessionState } from '../state/session-state';
import type { Draft } from './draft';
import type { KeptDraft } from './kept-drafts';

/** Messages looked back at for words that have arrived after all. */
const LOOK_BACK = 10;

/** What would be lost with the page: messages that the server is not known to have, and the draft. */
export function unsentWords(state: SessionState, draft: Draft): KeptDraft {
  const { queue, sent, turn } = state;
  const leaving = turn === 'sending' && sent !== undefined ? [sent] : [];
  const waiting = queue.filter(({ standing }) => standing === 'sending' || standing === 'unsent');
  const own = { text: draft.text(), attachments: draft.attachments() };
  const all = [...leaving, ...waiting, own];
  return {
    texts: all.map(({ text }) => text).filter((text) => text.trim() !== ''),
    files: [
      ...all.flatMap(({ attachments = [] }) => attachments.map(({ name }) => name)),
      ...draft.missing(),
    ],
  };
}

/** Gives a kept draft back, without what the conversation turned out to hold. */
export function giveBackKept(kept: KeptDraft, state: SessionState, draft: Draft): void {
  const said = new Set(
    [
      ...state.messages.filter(({ role }) => role === 'human').slice(-LOOK_BACK),
      ...state.queue,
    ].map(({ text }) => text),
  );
  const texts = kept.texts.filter((text) => !said.has(text));
  const haveArrived = texts.length < kept.texts.length;
  if (texts.length > 0) draft.giveBack(texts.join('\n\n'));
  // Which of several messages the files went with is not kept.
  if (!haveArrived) draft.miss(kept.files);
}
