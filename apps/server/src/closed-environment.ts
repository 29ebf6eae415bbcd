/** What libraries of this server read variables by: to trace, log, or send further headers. */
const OF_LIBRARIES =
  /^(?:LANGSMITH|LANGCHAIN|LANGGRAPH|DEEPAGENTS|OTEL|OPENAI|AZURE_OPENAI|ANTHROPIC)_|^(?:DEBUG|NODE_DEBUG)$/;

/** Variables of the same names that are settings of the product (docs/operations.md). */
const SETTINGS: ReadonlySet<string> = new Set([
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_IMAGES',
]);

/** Hosts that Node reaches without the proxy of the environment; it asks at every request. */
const PAST_PROXIES = ['NO_PROXY', 'no_proxy'];

/**
 * Removes the variables by which a library would send something elsewhere, print it, or change what is
 * sent, and passes by the proxies of the environment: a shell is set up for other programs too, and
 * only the product's own settings say where conversations go. Replies the names of what was removed.
 */
export function closeEnvironment(env: Record<string, string | undefined>): string[] {
  const removed = Object.keys(env)
    .filter((name) => OF_LIBRARIES.test(name) && !SETTINGS.has(name))
    .sort();
  for (const name of removed) Reflect.deleteProperty(env, name);
  for (const name of PAST_PROXIES) env[name] = '*';
  return removed;
}
