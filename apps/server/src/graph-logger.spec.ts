import { getLogger } from '@langchain/langgraph-sdk/logging';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { provideGraphLogger } from './graph-logger.ts';

it('lets a graph that asks the SDK for a logger log through the server', () => {
  const lines: string[] = [];
  expect(() => getLogger()).toThrow(/not available/);
  provideGraphLogger(pino({}, { write: (line: string) => lines.push(line) }));
  getLogger().info('said by a graph', { step: 1 });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ from: 'graph' }]);
  expect(lines[0]).toContain('said by a graph');
});
