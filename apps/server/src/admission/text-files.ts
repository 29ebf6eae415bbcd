/**
 * A set of files in which some are given as plain text, as agents' files: that is how some clients
 * send them back. Undefined for what is no such set. Null, which removes a file, stays.
 */
export function withTextFiles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const now = new Date().toISOString();
  const files = Object.entries(value).map(([path, file]: [string, unknown]) =>
    typeof file === 'string'
      ? [path, { content: file, mimeType: 'text/plain', created_at: now, modified_at: now }]
      : [path, file],
  );
  return Object.fromEntries(files) as unknown;
}
