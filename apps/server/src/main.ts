import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The server, started with what its modules were compiled to the last time: a third of a start is
 * compiling. In the workspace, not in the system's folder for temporary files, where others could put
 * code for us to run. Where that folder cannot be written, nothing is kept.
 */
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/server', import.meta.url)));
await import('./serve.ts');
// A server may be killed at any time; at its end it would be too late.
flushCompileCache();
