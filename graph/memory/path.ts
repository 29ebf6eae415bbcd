import { MEMORY_PATH } from '#contract/names';

const MEMORY_FOLDER = '/memories';

/**
 * Why a path may not be used, if so. The backends take paths as raw keys, so every second spelling
 * would be a second file: one spelling is accepted and the rest refused, with the right one named.
 */
export function filePathProblem(path: string): string | undefined {
  if (path === MEMORY_PATH) return undefined;
  if (isInMemoryFolder(path))
    return `Error: only ${MEMORY_PATH} exists in ${MEMORY_FOLDER}, spelled exactly so.`;
  const plain = path.startsWith('/') && !/[\p{Cc}\p{Cf}\\]/u.test(path);
  const segments = path.split('/').slice(1);
  if (!plain || segments.some((segment) => segment.trim() === '' || /^\.{1,2}$/.test(segment)))
    return 'Error: use a plain absolute path, such as /notes/plan.md.';
  return undefined;
}

/** The same for a folder to list or search, which may end in a slash. */
export function folderPathProblem(path: string): string | undefined {
  const bare = path.replace(/\/$/, '');
  return bare === '' || bare === MEMORY_FOLDER ? undefined : filePathProblem(bare);
}

/** Whether a path, read generously (case, dots, doubled slashes, invisible characters), is there. */
export function isInMemoryFolder(path: string): boolean {
  const cleaned = path
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\s]/gu, '')
    .replace(/\\/g, '/')
    .toLowerCase();
  const parts: string[] = [];
  for (const segment of cleaned.split('/')) {
    if (segment === '..') parts.pop();
    else if (segment !== '' && segment !== '.') parts.push(segment);
  }
  return parts[0] === MEMORY_FOLDER.slice(1);
}
