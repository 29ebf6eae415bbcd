import { describe, expect, it, vi } from 'vitest';

import { EMPTY_SESSION, type SessionState } from '../state/session-state';
import { Draft } from './draft';
import { KeptDrafts, type KeptDraft } from './kept-drafts';
import { FakeStorage } from './testing/fake-storage';
import { giveBackKept, unsentWords } from './unsent-words';

/** Tabs of one browser. */
function browser() {
  const common = new FakeStorage();
  const tab = () => {
    const own = new FakeStorage();
    return { own, drafts: new KeptDrafts({ tab: () => own, browser: () => common }) };
  };
  return { common, tab };
}

const draft = (...texts: string[]): KeptDraft => ({ texts, files: [] });

describe('kept drafts', () => {
  it('are found by owner and conversation, after a reload and in another tab', () => {
    const { tab } = browser();
    const { drafts } = tab();
    expect(drafts.keep('owner', 'a', { texts: ['words'], files: ['plan.pdf'] })).toBe(true);
    drafts.keep('owner', undefined, draft('new words'));
    for (const each of [drafts, tab().drafts]) {
      expect(each.read('owner', 'a')).toMatchObject({ texts: ['words'], files: ['plan.pdf'] });
      expect(each.read('owner', undefined)?.texts).toEqual(['new words']);
      expect(each.read('owner', 'b')).toBeUndefined();
      expect(each.read('other', 'a')).toBeUndefined();
    }
  });

  it('of two tabs do not mix', () => {
    const { tab } = browser();
    const [one, other] = [tab().drafts, tab().drafts];
    one.keep('owner', undefined, draft('one'));
    other.keep('owner', undefined, draft('other'));
    expect(one.read('owner', undefined)?.texts).toEqual(['one']);
  });

  it('are gone when they are empty, with their conversation, and with all that the owner had', () => {
    const { common, tab } = browser();
    const { drafts, own } = tab();
    for (const id of ['a', 'b', undefined]) drafts.keep('owner', id, draft('words'));
    drafts.keep('other', 'a', draft('words'));
    drafts.keep('owner', 'a', draft());
    drafts.forget('owner', 'b');
    expect([common.length, own.length]).toEqual([2, 2]);
    drafts.forgetAll('owner');
    expect([common.length, own.length]).toEqual([1, 1]);
    expect(drafts.read('other', 'a')).toBeDefined();
  });

  it('are as many as there is room for: the oldest gives way', () => {
    vi.useFakeTimers();
    const { common, tab } = browser();
    const { drafts } = tab();
    for (let at = 0; at < 60; at += 1) {
      vi.advanceTimersByTime(1);
      drafts.keep('owner', `thread-${at}`, draft('words'));
    }
    vi.useRealTimers();
    expect(common.length).toBe(50);
    expect(tab().drafts.read('owner', 'thread-9')).toBeUndefined();
    expect(tab().drafts.read('owner', 'thread-10')).toBeDefined();
  });

  it('are not claimed where the browser keeps nothing, and other things are no drafts', () => {
    const { common, tab } = browser();
    common.isFull = true;
    expect(tab().drafts.keep('owner', 'a', draft('words'))).toBe(false);
    common.isFull = false;
    common.setItem('throughline.draft.v1.owner.a', '{"texts":"no list"}');
    common.setItem('throughline.draft.v1.owner.b', 'no JSON');
    for (const id of ['a', 'b']) expect(tab().drafts.read('owner', id)).toBeUndefined();
    const refusing = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const none = new KeptDrafts({ tab: refusing, browser: refusing });
    expect(none.keep('owner', 'a', draft('words'))).toBe(false);
    expect(none.read('owner', 'a')).toBeUndefined();
  });
});

describe('words that the server does not have', () => {
  const file = { kind: 'text', name: 'plan.md', type: 'text/markdown', text: '# Plan' } as const;
  const human = (id: string, text: string) =>
    ({
      id,
      text,
      role: 'human',
      toolCalls: [],
      complete: true,
      cut: false,
      receipt: undefined,
    }) as const;

  it('are the draft, what is on its way and what was not sent, with the names of files', () => {
    const written = new Draft();
    written.write('being written');
    written.attach([file]);
    const state: SessionState = {
      ...EMPTY_SESSION,
      turn: 'sending',
      sent: { id: 'm', text: 'on its way' },
      queue: [
        { id: 'q', text: 'not sent', standing: 'unsent', runId: undefined, problem: 'Away.' },
        { id: 'w', text: 'waiting', standing: 'waiting', runId: 'r', problem: undefined },
      ],
    };
    expect(unsentWords(state, written)).toEqual({
      texts: ['on its way', 'not sent', 'being written'],
      files: ['plan.md'],
    });
    expect(unsentWords({ ...state, turn: 'running', queue: [] }, new Draft()).texts).toEqual([]);
  });

  it('are given back with the names of files to be attached again', () => {
    const fresh = new Draft();
    giveBackKept({ texts: ['one', 'two'], files: ['plan.md'] }, EMPTY_SESSION, fresh);
    expect(fresh.text()).toBe('one\n\ntwo');
    expect(fresh.missing()).toEqual(['plan.md']);
    fresh.attach([file]);
    expect(fresh.missing()).toEqual([]);
  });

  it('are not given back where they turned out to have arrived', () => {
    const fresh = new Draft();
    const state = { ...EMPTY_SESSION, messages: [human('m', 'on its way')] };
    giveBackKept({ texts: ['on its way'], files: ['plan.md'] }, state, fresh);
    expect([fresh.text(), fresh.missing()]).toEqual(['', []]);
  });
});
