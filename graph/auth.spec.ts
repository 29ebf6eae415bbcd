import { describe, expect, it } from 'vitest';

import { memoryNamespace } from '#contract/names';

import { auth, ownsNamespace, scopeOfRequest } from './auth.ts';

const scope = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';
const other = '4f2b8a54-6c1e-4d8e-9a77-0123456789ab';
const user = { identity: scope, display_name: '', is_authenticated: true, permissions: [] };

/** Runs the handler of an event as an Agent Server does; `false` is a refusal. */
async function ask(event: string, value: Record<string, unknown>): Promise<unknown> {
  const handlers = auth['~handlerCache'].callbacks ?? {};
  const [resource = '', action = ''] = event.split(':');
  const handler = handlers[event] ?? handlers[resource];
  if (handler === undefined) throw new Error(`no rule for ${event}`);
  return handler({ event, resource, action, value, user, permissions: [] });
}

describe('scopeOfRequest', () => {
  it.each([
    { 'x-api-key': scope },
    { 'x-memory-scope': scope },
    { 'x-api-key': scope, 'x-memory-scope': scope },
  ])('takes %o', (headers) => {
    expect(scopeOfRequest(new Headers(headers))).toBe(scope);
  });

  it.each([
    [{}, /X-Api-Key/],
    [{ 'x-api-key': '' }, /UUID version 4/],
    [{ 'x-api-key': scope.toUpperCase() }, /UUID version 4/],
    [{ 'x-api-key': '3f2b8a54-6c1e-1d8e-9a77-0123456789ab' }, /UUID version 4/],
    [{ 'x-api-key': '3f2b8a54-6c1e-4d8e-ca77-0123456789ab' }, /UUID version 4/],
    [{ 'x-api-key': `${scope},${scope}` }, /UUID version 4/],
    [{ 'x-api-key': scope, 'x-memory-scope': other }, /different scopes/],
  ])('refuses %o', (headers, sentence) => {
    expect(() => scopeOfRequest(new Headers(headers))).toThrow(
      expect.objectContaining({ status: 401, message: expect.stringMatching(sentence) as unknown }),
    );
  });
});

describe('ownsNamespace', () => {
  it.each([
    [memoryNamespace(scope), true],
    [[...memoryNamespace(scope), 'revisions'], true],
    [[scope], true],
    [[scope, 'notes'], true],
    [memoryNamespace(other), false],
    [[...memoryNamespace(other), scope], false],
    [[other, scope], false],
    [memoryNamespace(scope).slice(0, 3), false],
    [['filesystem'], false],
    [[`${scope}0`], false],
    [[], false],
  ])('of %o is %s', (namespace, owned) => {
    expect(ownsNamespace(scope, namespace)).toBe(owned);
  });
});

describe('auth', () => {
  it('marks threads by a digest of their owner, and finds them by it', async () => {
    const value = { metadata: { title: 'x' } as Record<string, unknown> };
    const filters = await ask('threads:create', value);
    expect(value.metadata).toEqual({
      title: 'x',
      owner: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    });
    expect(filters).toEqual({ owner: value.metadata['owner'] });
    expect(JSON.stringify(value)).not.toContain(scope);
  });

  it('refuses a run or an assistant whose context names another scope', async () => {
    const foreign = { memory_scope: other };
    await expect(ask('threads:create_run', { kwargs: { context: foreign } })).rejects.toThrow(
      /scope/,
    );
    await expect(ask('assistants:create', { context: foreign })).rejects.toThrow(/scope/);
    await expect(
      ask('threads:create_run', { kwargs: { context: { memory_scope: scope } } }),
    ).resolves.toHaveProperty('owner');
  });

  it('refuses store events outside the owner’s namespaces', async () => {
    for (const event of ['store:get', 'store:put', 'store:delete', 'store:search']) {
      await expect(ask(event, { namespace: memoryNamespace(other), key: 'k' })).rejects.toThrow(
        /not yours/,
      );
      await expect(ask(event, { key: 'k' })).rejects.toThrow(/not yours/);
      expect(await ask(event, { namespace: memoryNamespace(scope), key: 'k' })).toBe(true);
    }
  });
});
