import { isScope, type MemoryScope } from '#contract/scope';
import type { Auth, AuthEventValueMap } from '@langchain/langgraph-sdk/auth';
import type { HTTPException } from '@langchain/langgraph-sdk/auth';

import { HttpError } from '../http/http-error.ts';

export type AuthEvent = keyof AuthEventValueMap;

/** The rules of the SDK's Auth, run by this server. */
export interface Authorizer {
  /** The identity of the caller. Throws HttpError `unauthenticated` with the rule's own sentence. */
  authenticate(request: Request): Promise<MemoryScope>;
  /**
   * Throws HttpError `forbidden` when the rules refuse the event. Marks and filters that rules
   * return serve servers without owners; here every row names its owner and storage asks for it.
   */
  authorize<E extends AuthEvent>(
    owner: MemoryScope,
    event: E,
    value: AuthEventValueMap[E],
  ): Promise<void>;
}

/** Runs the handlers that an Auth holds, most specific first, as the official server does. */
export function createAuthorizer(auth: Auth): Authorizer {
  const { authenticate, callbacks } = auth['~handlerCache'];
  if (authenticate === undefined)
    throw new Error('The auth of langgraph.json has no authenticate handler.');
  return {
    async authenticate(request) {
      const user = await asHttpError(async () => authenticate(request));
      const identity = typeof user === 'string' ? user : user.identity;
      if (!isScope(identity)) throw new Error('The auth of langgraph.json returned no scope.');
      return identity;
    },
    async authorize(owner, event, value) {
      const [resource = '', action = ''] = event.split(':');
      const handler = [event, resource, `*:${action}`, '*']
        .map((key) => callbacks?.[key])
        .find((candidate) => candidate !== undefined);
      if (handler === undefined) return;
      const user = { identity: owner, display_name: '', is_authenticated: true, permissions: [] };
      const verdict = await asHttpError(async () =>
        // A copy: rules may stamp their marks on it, and the route's own value stays as sent.
        handler({ event, resource, action, value: { ...value }, user, permissions: [] }),
      );
      if (verdict === false) throw new HttpError('forbidden', 'You may not do that.');
    },
  };
}

async function asHttpError<T>(rule: () => Promise<T>): Promise<T> {
  try {
    return await rule();
  } catch (error) {
    if (!isHttpException(error)) throw error;
    const kind = error.status === 401 ? 'unauthenticated' : 'forbidden';
    throw new HttpError(kind, error.message, { cause: error });
  }
}

/** By its name: a project's own copy of the SDK has a class of its own. */
function isHttpException(error: unknown): error is HTTPException {
  return error instanceof Error && error.constructor.name === 'HTTPException' && 'status' in error;
}
