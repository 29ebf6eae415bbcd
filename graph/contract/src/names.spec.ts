import { describe, expect, it } from 'vitest';

import * as names from './names.ts';

describe('the contract', () => {
  it.each([
    ['MEMORY_GRAPH_ID', 'memory'],
    ['SCOPE_STORAGE_KEY', 'threadplane.deep-agents-memory.scope.v1'],
    ['MEMORY_PATH', '/memories/AGENTS.md'],
    ['MEMORY_MAX_BYTES', 65_536],
    ['MEMORY_EVENT', 'deep_agents.memory'],
    ['MEMORY_PHASES', ['initial', 'model', 'terminal']],
    ['OBSERVATION_UNAVAILABLE', 'Memory observation unavailable'],
    ['PRIVATE_STATE_KEYS', ['_memory_contents', '_memory_scope_owner']],
    [
      'TEST_IDS',
      {
        source: 'memory-source',
        file: 'memory-file',
        line: 'memory-line',
        scopeWarning: 'memory-scope-warning',
      },
    ],
  ] as const)('%s', (name, value) => expect(names[name]).toEqual(value));

  it('names the namespace of one owner', () => {
    const scope = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';
    expect(names.memoryNamespace(scope)).toEqual([
      'cockpit',
      'deep-agents-memory',
      'browser-v1',
      scope,
    ]);
  });
});
