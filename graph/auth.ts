import { createHash } from 'node:crypto';

import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

import { memoryNamespace } from '#contract/names';
import { isScope, type MemoryScope } from '#contract/scope';

/**
 * The scope that a request acts under. Throws HTTPException 401 with a sentence.
 * Two headers may carry it, since the SDK calls its credential an API key; both must agree.
 */
export function scopeOfRequest(headers: Headers): MemoryScope {
  const [scope, other] = ['x-api-key', 'x-memory-scope'].flatMap((name) => headers.get(name) ?? []);
  if (scope === undefined)
    throw new HTTPException(401, {
      message: 'Say who is asking: send your memory scope in the X-Api-Key header.',
    });
  if (other !== undefined && other !== scope)
    throw new HTTPException(401, {
      message: 'X-Api-Key and X-Memory-Scope name different scopes. Send one of them.',
    });
  if (!isScope(scope))
    throw new HTTPException(401, {
      message: 'The memory scope must be a lowercase UUID version 4, 36 characters long.',
    });
  return scope;
}

/** Whether a store namespace is the owner's: its memory, or anything below its own scope. */
export function ownsNamespace(scope: string, namespace: readonly string[]): boolean {
  return (
    namespace[0] === scope ||
    memoryNamespace(scope).every((label, index) => namespace[index] === label)
  );
}

/** Refuses a context that names another owner's memory; its other rules are the graph's own. */
function refuseForeignContext(context: unknown, identity: string): void {
  if (typeof context !== 'object' || context === null || !('memory_scope' in context)) return;
  if (context.memory_scope !== identity)
    throw new HTTPException(403, {
      message: 'The context names a memory scope that is not the one you ask under.',
    });
}

/** Marks whose a thread is on servers whose threads have no owner; scopes stay out of metadata. */
function ownerMark(identity: string): { owner: string } {
  const digest = createHash('sha256').update(`owner:${identity}`).digest('hex');
  return { owner: digest.slice(0, 32) };
}

/** Who may do what, in the SDK's own form, so that one set of rules holds on any Agent Server. */
export const auth = new Auth()
  .authenticate((request) => ({ identity: scopeOfRequest(request.headers), permissions: [] }))
  .on('threads', ({ value, user }) => {
    const mark = ownerMark(user.identity);
    if ('kwargs' in value) refuseForeignContext(value.kwargs['context'], user.identity);
    if ('metadata' in value) value.metadata = { ...value.metadata, ...mark };
    return mark;
  })
  .on('assistants', ({ value, user }) => {
    if ('context' in value) refuseForeignContext(value.context, user.identity);
    return true;
  })
  .on('store', ({ value, user }) => {
    if (!ownsNamespace(user.identity, value.namespace ?? []))
      throw new HTTPException(403, {
        message: 'That store namespace is not yours. Yours begin with your own scope.',
      });
    return true;
  });
