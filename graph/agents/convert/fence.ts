import { fenceMarker } from '#graph/memory/fence';

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A marker that none of the texts contains, derived from them alone. */
export function markerOf(files: readonly NamedText[]): string {
  return fenceMarker(files.map(({ name, text }) => `${name}\n${text}`).join('\n'));
}

/** Files as data between lines that nothing in them can close. */
export function fenced(files: readonly NamedText[], marker: string): string {
  return files
    .map(({ name, text }) => `<file-${marker} name="${name}">\n${text}\n</file-${marker}>`)
    .join('\n');
}

/** The files that a reply holds in the same form, in their order. */
export function readFenced(reply: string, marker: string): NamedText[] {
  const closing = `</file-${marker}>`;
  return reply
    .split(`<file-${marker} name="`)
    .slice(1)
    .flatMap((part) => {
      const nameEnd = part.indexOf('">');
      const end = part.indexOf(closing);
      if (nameEnd < 0 || end < nameEnd) return [];
      const text = part.slice(nameEnd + 2, end).replace(/^\r?\n/, '');
      return [{ name: part.slice(0, nameEnd), text: text.endsWith('\n') ? text : `${text}\n` }];
    });
}
