import type { ServerProcess } from './server-process.ts';

/**
 * What a call brings, or undefined when the server died under it. Whatever else goes wrong is
 * thrown: fetch tells of a broken connection by a TypeError, and of nothing else.
 */
export async function unlessGone<T>(
  server: ServerProcess,
  call: Promise<T>,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await server.exited();
    return undefined;
  }
}
