import type { Logger } from 'pino';

/** Where the SDK's `getLogger` looks for the logger of the server that a graph runs on. */
const SDK_LOGGER = Symbol.for('langgraph.api.sdk-logger');

/** Lets graphs log through this server. A graph that asks for a logger cannot be loaded without one. */
export function provideGraphLogger(logger: Logger): void {
  Reflect.set(globalThis, SDK_LOGGER, logger.child({ from: 'graph' }));
}
