import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import { filePathProblem, folderPathProblem } from '#graph/memory/path';
import { ANNA } from '#graph/memory/testing/owners';

import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel, writesMemory } from '../../testing/scripted-model.ts';

describe('paths', () => {
  it.each([
    MEMORY_PATH,
    '/notes.md',
    '/notes/plan.md',
    '/large_tool_results/call-1.txt',
    '/memoriesx/a',
  ])('takes %s as it is', (path) => expect(filePathProblem(path)).toBeUndefined());

  it.each([
    '/memories',
    '/memories/',
    '/memories/AGENTS.md/',
    '/memories//AGENTS.md',
    '//memories/AGENTS.md',
    '/memories/./AGENTS.md',
    '/memories/x/../AGENTS.md',
    '/x/../memories/AGENTS.md',
    '/memories/agents.md',
    '/Memories/AGENTS.md',
    '/MEMORIES/AGENTS.MD',
    'memories/AGENTS.md',
    './memories/AGENTS.md',
    '/memories/AGENTS.md\u0000',
    '/memories\u200b/AGENTS.md',
    '/memories/AGENTS.md ',
    '\\memories\\AGENTS.md',
    '/ｍemories/AGENTS.md',
    '/memories/other.md',
  ])('refuses %j and names the one right spelling', (path) => {
    expect(filePathProblem(path)).toBe(
      'Error: only /memories/AGENTS.md exists in /memories, spelled exactly so.',
    );
  });

  it.each([
    '/AGENTS.md',
    'AGENTS.md',
    '/agents.md',
    '/memory/AGENTS.md',
    '/memory.md',
    '/memories.md',
    '.memory/agents.md',
  ])('says of %j where the memory is', (path) =>
    expect(filePathProblem(path)).toContain(`the memory is the file ${MEMORY_PATH};`),
  );

  it.each(['/notes/AGENTS.md', '/memory/plan.md', '/agents/one.md', '/memorial.md'])(
    'leaves %j to the conversation',
    (path) => expect(filePathProblem(path)).toBeUndefined(),
  );

  it.each([
    '',
    '/',
    'notes.md',
    '/a//b',
    '/a/../b',
    '/memories/AGENTS.md/../../etc/passwd',
    '/a/./b',
    '/a/',
    '/a\u0000b',
    '/a\nb',
    '/a/ /b',
    'C:\\x',
  ])('refuses %j as no plain path', (path) =>
    expect(filePathProblem(path)).toMatch(/plain absolute path/),
  );

  it('lets folders be listed with or without the last slash', () => {
    for (const path of ['/', '/memories', '/memories/', '/notes/', '/notes'])
      expect(folderPathProblem(path)).toBeUndefined();
    expect(folderPathProblem('/memories/..')).toBeDefined();
  });
});

/** Results of the tools that a script asks for in one turn. */
async function results(
  harness: Harness,
  thread = 't',
): Promise<{ text: string; status: string | undefined }[]> {
  return (await harness.messages(thread))
    .filter((message) => ToolMessage.isInstance(message))
    .map(({ text, status }) => ({ text, status }));
}

describe('file tools', () => {
  it('write nothing under a second spelling of the memory file, in store or thread', async () => {
    const wanted = [
      '/memories/../memories/AGENTS.md',
      '/memories/agents.md',
      '//memories/AGENTS.md',
    ];
    const model = new ScriptedModel([
      asks(
        ...wanted.map((path) => ({ name: 'write_file', args: { file_path: path, content: 'x' } })),
      ),
      'done',
    ]);
    const harness = new Harness(model);
    await harness.say('t', 'go');
    expect(await results(harness)).toEqual(
      wanted.map(() => ({
        text: expect.stringMatching(/spelled exactly so/) as string,
        status: 'error',
      })),
    );
    expect(await harness.store.search(memoryNamespace(ANNA))).toEqual([]);
    const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
    expect(state.values).toMatchObject({ files: {} });
  });

  it('know the file by the argument "path" too', async () => {
    const args = { path: MEMORY_PATH, content: '- by alias\n' };
    const harness = new Harness(new ScriptedModel([asks({ name: 'write_file', args }), 'done']));
    await harness.say('t', 'go');
    expect(await harness.memory()).toBe('- by alias\n');
  });

  it('read, list and search the memory file', async () => {
    const harness = new Harness(
      new ScriptedModel([
        asks(
          { name: 'read_file', args: { file_path: MEMORY_PATH } },
          { name: 'ls', args: { path: '/memories/' } },
          { name: 'grep', args: { pattern: 'KBZN', path: '/memories/' } },
          { name: 'glob', args: { pattern: '**/*.md', path: '/' } },
        ),
        'done',
      ]),
    );
    await harness.plant('- base KBZN\n');
    await harness.say('t', 'go');
    const [read, ls, grep, glob] = await results(harness);
    expect(read?.text).toContain('- base KBZN');
    expect(ls?.text).toBe(`${MEMORY_PATH} (12 bytes)`);
    expect(grep?.text).toContain(MEMORY_PATH);
    expect(glob?.text).toContain(MEMORY_PATH);
  });

  it('report each failure as a failure', async () => {
    const model = new ScriptedModel([
      asks(
        { name: 'read_file', args: { file_path: MEMORY_PATH } },
        { name: 'edit_file', args: { file_path: MEMORY_PATH, old_string: 'a', new_string: 'b' } },
        { name: 'read_file', args: { file_path: '/none.md' } },
        { name: 'edit_file', args: { file_path: '/none.md', old_string: 'a', new_string: 'b' } },
      ),
      'done',
    ]);
    const harness = new Harness(model);
    await harness.say('t', 'go');
    expect((await results(harness)).map(({ status }) => status)).toEqual(Array(4).fill('error'));
  });

  it('refuse a secret from the agent with the reason, and keep nothing of it', async () => {
    const secret = 'sk-proj-abcdefghijklmnop1234';
    const harness = new Harness(new ScriptedModel([writesMemory(`- key ${secret}\n`), 'done']));
    await harness.say('t', 'go');
    expect(await results(harness)).toEqual([
      {
        text: expect.stringMatching(
          /^Error: This looks like an API key \("sk…34"\); memory must not hold it\. Leave it out/,
        ) as string,
        status: 'error',
      },
    ]);
    expect(JSON.stringify(await harness.store.search(['cockpit']))).not.toContain(secret);
  });
});

describe('the cross-thread store', () => {
  it('never holds a paste, a large tool result or a summarized transcript', async () => {
    const canary = 'canary-91c4';
    const paste = `${canary} paste `.repeat(20_000);
    const model = new ScriptedModel(
      [
        writesMemory('- the only line\n'),
        asks({ name: 'task', args: { description: 'long', subagent_type: 'general-purpose' } }),
        `${canary} report `.repeat(10_000),
        'noted',
        ...Array.from(
          { length: 12 },
          () => (messages: readonly unknown[]) =>
            messages.length === 1 ? `${canary} summary` : 'answer',
        ),
      ],
      { maxInputTokens: 20_000 },
    );
    const harness = new Harness(model);
    expect((await harness.say('t', 'begin')).error).toBeUndefined();
    for (const text of [paste, 'and then?', 'and then?'])
      expect((await harness.say('t', text)).error).toBeUndefined();

    const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
    const files = Object.keys((state.values as { files: object }).files);
    // The transcript, the paste and the report were really put aside, in the thread …
    expect(
      files.filter((path) => path.startsWith('/conversation_history/')).length,
    ).toBeGreaterThan(1);
    expect(files.some((path) => path.startsWith('/large_tool_results/'))).toBe(true);
    expect(
      model.prompts.some((prompt) => prompt.length === 1 && HumanMessage.isInstance(prompt[0])),
    ).toBe(true);
    // … and nothing of them in the store.
    const items = await harness.store.search([], { limit: 1000 });
    expect(JSON.stringify(items)).not.toContain(canary);
    expect(items.map(({ key }) => key).sort()).toEqual(
      expect.arrayContaining([MEMORY_PATH, '000000000001', 'head', 'origins']),
    );
    expect(items).toHaveLength(5);
  });
});
