import { test as base, expect } from '@playwright/test';

import { freePort, ServerProcess, type ServerOptions } from './server-process.ts';

/** One server of the test's own: started on demand, killable, started again on the same address. */
export class Stack {
  readonly #options: Omit<ServerOptions, 'env' | 'graphs'>;
  #env: Readonly<Record<string, string>> = {};
  #graphs: string | undefined;
  #server: ServerProcess | undefined;
  #killed = false;

  constructor(options: Omit<ServerOptions, 'env' | 'graphs'>) {
    this.#options = options;
  }

  /** Settings of the next start; none means the demo model. */
  configure(env: Readonly<Record<string, string>>): void {
    this.#env = env;
  }

  /** What the next start serves in place of the product's own graph: a langgraph.json. */
  serve(graphs: string): void {
    this.#graphs = graphs;
  }

  async start(): Promise<void> {
    const settings = { env: this.#env, graphs: this.#graphs };
    this.#server = await ServerProcess.start({ ...this.#options, ...settings });
  }

  /** As a crash ends it, then a fresh start on the same data and address. */
  async crashAndRestart(): Promise<void> {
    await this.kill9();
    await this.start();
  }

  async kill9(): Promise<void> {
    this.#killed = true;
    await this.#server?.kill9();
  }

  /** Whether the test has ended its server, so that open pages lose their connections. */
  get killed(): boolean {
    return this.#killed;
  }

  get started(): boolean {
    return this.#server !== undefined;
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return this.#options.port;
  }

  get server(): ServerProcess {
    if (!this.#server) throw new Error('The test has not started its server.');
    return this.#server;
  }
}

interface Fixtures {
  readonly stack: Stack;
  /** What the console may say because the test provokes it, such as a failed request. */
  readonly expectedConsole: RegExp | undefined;
  readonly consoleStaysClean: undefined;
}

/**
 * What Chromium says of a connection whose server is gone, and Angular (NG0750) of a part of the page
 * that was still to be loaded from it; the page says that in the part's place.
 */
const LOST_CONNECTION =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|NG0750/;

/** Playwright's test with a server of its own; fails when the page's console is not clean. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies off the pattern
  stack: async ({}, use, info) => {
    const stack = new Stack({ dataDir: info.outputPath('data'), port: await freePort() });
    await use(stack);
    if (info.status !== info.expectedStatus && stack.started)
      await info.attach('server.log', { body: stack.server.output.join('\n') });
    await stack.kill9();
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  expectedConsole: async ({}, use) => {
    await use(undefined);
  },
  consoleStaysClean: [
    async ({ context, expectedConsole, stack }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      // It depends on the stack, so it ends before the server goes.
      await use(undefined);
      // The browser itself tells of connections that a killed server has left.
      const unexpected = complaints.filter(
        (text) => !expectedConsole?.test(text) && !(stack.killed && LOST_CONNECTION.test(text)),
      );
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
