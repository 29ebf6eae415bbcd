import type { Renderer } from './renderer.ts';
import { Unsupported, type Dialog, type Value } from './value.ts';

/**
 * An alert that is open now. Playwright answers a dialog while it opens, so that its handler stands
 * in front of the statement that opens it; what it does is settled by the statements that follow.
 */
export function openDialog(r: Renderer): Value {
  const { list } = r.fn;
  const opener = list.findLast(({ acts }) => acts);
  const open = dialogsOf(list).at(-1);
  if (open && open.dialog.answer === undefined && open.opener === opener)
    return { code: '', kind: { is: 'alert', dialog: open.dialog } };
  if (!opener)
    throw new Unsupported(
      'A dialog is answered by a handler that stands before the action that opens it, and no action stands before this.',
    );
  const page = r.page();
  const dialog: Dialog = {
    name: r.makeName('dialogMessage'),
    isRead: false,
    answer: undefined,
    prompt: '',
  };
  opener.before.push(() => handler(page, dialog));
  dialogsOf(list).push({ dialog, opener });
  return { code: '', kind: { is: 'alert', dialog } };
}

interface Open {
  readonly dialog: Dialog;
  readonly opener: unknown;
}

const dialogs = new WeakMap<object, Open[]>();

/** The dialogs that were opened among a list of statements. */
function dialogsOf(list: object): Open[] {
  const known = dialogs.get(list) ?? [];
  dialogs.set(list, known);
  return known;
}

function handler(page: string, { name, isRead, answer, prompt }: Dialog): string {
  const reply = answer === 'accept' ? `accept(${prompt})` : 'dismiss()';
  if (!isRead) return `${page}.once('dialog', (dialog) => dialog.${reply});`;
  return [
    `let ${name} = '';`,
    `${page}.once('dialog', async (dialog) => {`,
    `  ${name} = dialog.message();`,
    `  await dialog.${reply};`,
    '});',
  ].join('\n');
}
