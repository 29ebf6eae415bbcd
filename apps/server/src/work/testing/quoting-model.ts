import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A model on a port of its own that cites the first passage, and keeps what it was asked. */
export async function startQuotingModel(quote: string) {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<undefined>[] = [];
  let hold: Promise<unknown> | undefined;
  const statements = [{ statement: 'It is said.', citations: [{ passage: 0, quote }] }];
  const message = { role: 'assistant', content: JSON.stringify({ statements }) };
  const reply = {
    ...{ id: 'x', object: 'chat.completion', created: 0, model: 'm' },
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      asked.push(body);
      for (const each of waiting.splice(0)) each.resolve(undefined);
      await hold;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Resolves when it is asked the next time. */
    nextAsked(): Promise<undefined> {
      const next = Promise.withResolvers<undefined>();
      waiting.push(next);
      return next.promise;
    },
    /** Answers nothing until that is settled. */
    holdUntil(settled: Promise<unknown> | undefined): void {
      hold = settled;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
