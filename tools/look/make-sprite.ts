// The set's components are compiled when they are loaded, which needs the compiler.
import '@angular/compiler';
import * as lucide from '@lucide/angular';

import { ICON_NAMES, OWN_ICONS } from './icon-names.ts';

type IconNode = readonly (readonly [string, Readonly<Record<string, string | number>>])[];

/** The icons that the page uses, each a symbol of one small file. */
export function makeSprite(): string {
  const own = Object.entries(OWN_ICONS).map(
    ([name, { viewBox, path }]) =>
      `<symbol id="${name}" viewBox="${viewBox}"><path vector-effect="non-scaling-stroke" d="${path}"/></symbol>`,
  );
  const others = Object.entries(ICON_NAMES).map(
    ([name, id]) => `<symbol id="${name}" viewBox="0 0 24 24">${shapesOf(id)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[...own, ...others].join('\n')}\n</svg>\n`;
}

function shapesOf(id: string): string {
  const component: unknown = Reflect.get(lucide, id);
  if (!hasIcon(component)) throw new Error(`@lucide/angular has no icon ${id}.`);
  return component.icon.node
    .map(([shape, attributes]) => {
      const words = Object.entries(attributes)
        .filter(([name]) => name !== 'key')
        .map(([name, value]) => ` ${name}="${value}"`);
      return `<${shape} vector-effect="non-scaling-stroke"${words.join('')}/>`;
    })
    .join('');
}

function hasIcon(value: unknown): value is { readonly icon: { readonly node: IconNode } } {
  return typeof value === 'function' && 'icon' in value;
}
