import type { Renderer } from './renderer.ts';
import { NOTHING, Unsupported, type Kind, type Value } from './value.ts';

/** The list of all windows. */
export const WINDOWS: Value = { code: '', kind: { is: 'handles' } };

/** The window that was opened last. */
export const NEWEST: Value = { code: '', kind: { is: 'handle', page: undefined } };

export function currentHandle(r: Renderer): Value {
  return { code: '', kind: { is: 'handle', page: r.page() } };
}

/** One of the windows, by its place in the list: the first is where the test began. */
export function windowAt(index: string | undefined, r: Renderer): Value {
  if (index === '0') return { code: '', kind: { is: 'handle', page: r.fn.home } };
  return NEWEST;
}

/** Another window becomes the one that the driver stands for. */
export function switchWindow(kind: Kind, r: Renderer): Value {
  if (kind.is !== 'handle') throw new Unsupported('The window is not known before the test runs.');
  r.fn.frame = undefined;
  if (kind.page !== undefined) {
    r.fn.page = kind.page;
    return NOTHING;
  }
  const opener = r.fn.list.findLast(({ acts }) => acts);
  if (!opener)
    throw new Unsupported(
      'A new window is waited for before it opens, and no action opens one here.',
    );
  const page = r.page();
  const name = r.makeName('newPage');
  opener.before.push(() => `const ${name}Promise = ${page}.context().waitForEvent('page');`);
  r.fn.page = name;
  return { code: '', kind: { is: 'steps', steps: [`const ${name} = await ${name}Promise;`] } };
}

/** A window that the test opens itself. */
export function openTab(r: Renderer): Value {
  const page = r.page();
  const name = r.makeName('newPage');
  r.fn.page = name;
  const step = `const ${name} = await ${page}.context().newPage();`;
  return { code: '', kind: { is: 'steps', steps: [step] } };
}
