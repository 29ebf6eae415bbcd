import { NO_CONVERSION, readConversion, type Conversion } from '#contract/conversion';
import { parseConversionEvent, type ConversionEvent } from '#contract/conversion-events';
import type { Client } from '@langchain/langgraph-sdk';

import { newScope, type TestServer } from './test-server.ts';

/** A Selenium test for a server's fixed rules to convert. */
export const LOGIN = {
  name: 'login.test.js',
  text: `import { Builder, By } from 'selenium-webdriver';
import assert from 'node:assert';

it('logs in', async () => {
  const driver = await new Builder().forBrowser('chrome').build();
  await driver.get('http://localhost/login');
  await driver.findElement(By.id('user')).sendKeys('tom');
  assert.equal(await driver.findElement(By.id('hello')).getText(), 'Hello, tom');
  await driver.quit();
});
`,
};

/** A new conversation in which files are converted. */
export class ConversionThread {
  readonly client: Client;
  readonly scope: string;
  readonly id: string;

  private constructor(client: Client, scope: string, id: string) {
    this.client = client;
    this.scope = scope;
    this.id = id;
  }

  static async begin(server: TestServer, scope = newScope()): Promise<ConversionThread> {
    const client = server.client(scope);
    const { thread_id: id } = await client.threads.create();
    return new ConversionThread(client, scope, id);
  }

  /** Sends a turn, and gives what its stream tells. Throws when the run ends in an error. */
  async turn(input: Record<string, unknown>): Promise<ConversionEvent[]> {
    const events: ConversionEvent[] = [];
    const stream = this.client.runs.stream(this.id, 'convert', { input, streamMode: ['custom'] });
    for await (const { event, data } of stream) {
      if ((event as string) === 'error') throw new Error(JSON.stringify(data));
      const read = parseConversionEvent(data);
      if (read !== undefined) events.push(read);
    }
    return events;
  }

  async state(): Promise<Conversion> {
    const { values } = await this.client.threads.getState(this.id);
    return readConversion(values) ?? NO_CONVERSION;
  }
}
