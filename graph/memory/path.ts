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
  if (meansMemory(path))
    return `Error: the memory is the file ${MEMORY_PATH}; its text is in your system prompt. A file of this conversation needs another name than this.`;
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

/** First parts of paths that models write when they mean the memory. */
const MEMORY_NAMES = /^(?:agents?(?:\.md|\.txt)?|memor(?:y|ies)(?:\.md|\.txt)?)$/;

/** Whether a path is so near the memory's that what is written there would be meant for the memory. */
function meansMemory(path: string): boolean {
  const parts = cleanedParts(path);
  const first = parts[0] ?? '';
  if (parts.length === 1) return MEMORY_NAMES.test(first);
  return (
    parts.length === 2 && /^\.?memor(?:y|ies)$/.test(first) && MEMORY_NAMES.test(parts[1] ?? '')
  );
}

/** Whether a path, read generously (case, dots, doubled slashes, invisible characters), is there. */
export function isInMemoryFolder(path: string): boolean {
  return cleanedParts(path)[0] === MEMORY_FOLDER.slice(1);
}

function cleanedParts(path: string): string[] {
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
  return parts;
}
