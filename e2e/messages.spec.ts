import type { Locator, Page } from '@playwright/test';

import { MEMORY_PATH } from '#contract/names';

import { expectAccessible } from './accessibility.ts';
import { ChatPage } from './chat-page.ts';
import { HOSTILE_ANSWER, MIXED_ANSWER } from './markdown-answers.ts';
import { openChat } from './open-chat.ts';
import { setScreen, takeDocumented } from './pictures.ts';
import { scriptedEndpoint, type Asked, type Reply } from './scripted-endpoint.ts';
import { expect, test } from './stack.ts';

test.describe('an answer in markdown', () => {
  for (const width of [360, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`is legible and accessible at ${width} px, ${colorScheme}`, async ({ page, stack }) => {
        await using model = await scriptedEndpoint(() => MIXED_ANSWER);
        await setScreen(page, { width, height: width === 360 ? 740 : 1200, colorScheme });
        const chat = await openChat(page, stack, model);
        await chat.say('Brief me on the route.');
        const answer = chat.lastAnswer();
        await expect(answer.getByRole('heading', { name: 'Weather', exact: true })).toBeVisible();
        await expect(answer.getByRole('table').getByRole('row')).toHaveCount(4);
        await expect(answer.locator('pre [data-kind="keyword"]').first()).toBeVisible();
        await expectAccessible(page);
        await answer.getByRole('heading').nth(1).scrollIntoViewIfNeeded();
        await takeDocumented(page, `answer-${width}-${colorScheme}`);
      });
    }
  }

  test('is copied as it was written, said once, and is the same after a reload', async ({
    context,
    page,
    stack,
  }) => {
    await using model = await scriptedEndpoint(() => MIXED_ANSWER);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const chat = await openChat(page, stack, model);
    await chat.say('Brief me on the route.');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await expect(page.getByRole('status').getByText('Copied', { exact: true })).toHaveCount(1);
    expect(await clipboard()).toBe(MIXED_ANSWER);
    await chat.lastAnswer().getByRole('button', { name: 'Copy code' }).click();
    expect(await clipboard()).toBe(
      'const knots = 1.94384;\nexport const toKnots = (ms: number) => ms * knots;',
    );
    const shown = () => chat.lastAnswer().locator('.markdown').innerHTML();
    await expect(chat.lastAnswer().locator('pre [data-kind="keyword"]').first()).toBeVisible();
    const live = await shown();
    await page.reload();
    await expect(chat.lastAnswer().locator('pre [data-kind="keyword"]').first()).toBeVisible();
    expect(withoutOutcome(await shown())).toBe(withoutOutcome(live));
  });

  test('that is hostile opens, loads and runs nothing', async ({ context, page, stack }) => {
    await using model = await scriptedEndpoint(() => HOSTILE_ANSWER);
    stack.configure(model.env);
    await stack.start();
    const strangers: string[] = [];
    context.on('request', (request) => {
      if (!request.url().startsWith(stack.url)) strangers.push(request.url());
    });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(stack.url);
    const chat = new ChatPage(page);
    await chat.say('Be bad.');
    const answer = chat.lastAnswer();
    await expect(answer).toContainText('<script>alert(1)</script>');
    await expect(answer).toContainText('[click](javascript:alert(1))');
    await expect(
      answer.locator('img, script, iframe, svg:not(.icon), style, form, input'),
    ).toHaveCount(0);
    for (const link of await answer.getByRole('link').all()) {
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:\/\/|mailto:)/);
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    }
    const picture = answer.getByRole('link', { name: 'Picture: pixel' });
    await expect(picture).toHaveAttribute('title', 'Opens evil.test in a new tab');
    await picture.hover();
    await expectAccessible(page);
    expect(strangers).toEqual([]);
    expect(dialogs).toEqual([]);
  });
});

/** What a copy button says for a moment is no part of the answer. */
function withoutOutcome(html: string): string {
  return html.replaceAll(/icons\.svg#(?:copy|check)/g, '').replaceAll(/<!--.*?-->/g, '');
}

test.describe('the agent at work', () => {
  const QUESTION = 'Plan the trip.';
  const TASK = 'Look into Helena.';

  /** Plans, writes a file and hands on a task; then remembers; then answers. */
  function work({ question, results }: Asked): Reply {
    if (question === TASK)
      return results.length === 0
        ? [{ name: 'write_file', args: { file_path: '/helena.md', content: 'Runway 27 open\n' } }]
        : 'Helena is **open**.';
    if (results.length === 0)
      return [
        {
          name: 'write_todos',
          args: {
            todos: [
              todo('Check weather', 'completed'),
              todo('File a plan', 'in_progress'),
              todo('Tell dispatch', 'pending'),
            ],
          },
        },
        {
          name: 'write_file',
          args: { file_path: '/plan.md', content: '# Plan\n\n<b>not bold</b>\n' },
        },
        { name: 'task', args: { description: TASK, subagent_type: 'general-purpose' } },
      ];
    if (results.length === 3)
      return [{ name: 'write_file', args: { file_path: MEMORY_PATH, content: '- Base KBZN\n' } }];
    return 'All set.';
  }
  const todo = (content: string, status: string) => ({ content, status });
  const card = (page: Page, name: string): Locator =>
    page
      .locator('tl-message .work-view tl-tool-call:not(tl-subagent tl-tool-call)')
      .filter({ has: page.getByText(name, { exact: true }) });

  test('shows each tool call whole, its subagent’s steps, plan and files, live and after a reload', async ({
    page,
    stack,
  }) => {
    const held = Promise.withResolvers<undefined>();
    await using model = await scriptedEndpoint(async (asked) => {
      if (asked.question === TASK && asked.results.length === 1) await held.promise;
      return work(asked);
    });
    const chat = await openChat(page, stack, model);
    await chat.send(QUESTION);

    await page.locator('.work-steps > summary').click();
    const task = card(page, 'task');
    await expect(task.locator('.tool-state').first()).toHaveText('running');
    await task.locator('summary').first().click();
    const subagent = task.locator('tl-subagent');
    await expect(subagent.getByText('Subagent: general-purpose')).toBeVisible();
    await expect(subagent.locator('tl-tool-call')).toContainText('/helena.md');
    await expect(subagent.locator('tl-tool-call .tool-state')).toHaveText('done');
    await expect(subagent.getByText('It found no memory file').first()).toBeVisible();
    const plan = page.getByRole('region', { name: 'Plan and files' });
    await expect(plan.getByText('1 of 3 done · File a plan')).toBeVisible();
    await expect(plan.getByText('/plan.md', { exact: true }).first()).toBeVisible();
    held.resolve(undefined);

    await chat.expectSaved();
    await expect(subagent.getByText('Helena is open.')).toBeVisible();
    await expect(task.locator('.tool-state').first()).toHaveText('done');
    await expect(task.getByLabel('Result', { exact: true }).last()).toHaveText(
      'Helena is **open**.',
    );
    const memory = page.locator('tl-memory-change');
    await expect(memory.getByText('Remembered:')).toBeVisible();
    await memory.getByText('Details', { exact: true }).click();
    await expect(memory.getByLabel('What the call asks to change').locator('ins')).toContainText(
      '- Base KBZN',
    );
    await expect(memory.getByLabel('Arguments', { exact: true })).toContainText(MEMORY_PATH);
    await expectAccessible(page);

    await page.reload();
    await page.locator('.work-steps > summary').click();
    await task.locator('summary').first().click();
    await expect(subagent).toContainText('What it did was not seen by this page');
    await expect(task.getByLabel('Result', { exact: true })).toHaveText('Helena is **open**.');
    await plan.getByText('Plan', { exact: true }).click();
    await expect(plan.getByRole('list', { name: 'Plan' }).getByRole('listitem')).toHaveText([
      /done\s*Check weather/,
      /in progress\s*File a plan/,
      /to do\s*Tell dispatch/,
    ]);
    await plan.getByText('Files', { exact: true }).click();
    await expect(plan.getByRole('list', { name: 'Files' }).locator('.file-path')).toHaveText([
      '/helena.md',
      '/plan.md',
    ]);
    await plan.getByText('/plan.md', { exact: true }).last().click();
    await expect(plan.getByLabel('Text of /plan.md')).toHaveText('# Plan\n\n<b>not bold</b>\n', {
      useInnerText: true,
    });
    const download = page.waitForEvent('download');
    await plan.getByRole('button', { name: 'Download /plan.md' }).click();
    expect((await download).suggestedFilename()).toBe('plan.md');
  });

  for (const width of [360, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`is legible and accessible at ${width} px, ${colorScheme}`, async ({ page, stack }) => {
        await using model = await scriptedEndpoint(work);
        await setScreen(page, { width, height: width === 360 ? 740 : 1200, colorScheme });
        const chat = await openChat(page, stack, model);
        await chat.say(QUESTION);
        await page.locator('.work-steps > summary').click();
        await card(page, 'task').locator('summary').first().click();
        await page.locator('tl-subagent tl-tool-call summary').click();
        await expectAccessible(page);
        await page.getByText('Plan', { exact: true }).click();
        await expectAccessible(page);
        if (width === 1440) await page.locator('.work').getByText('Files', { exact: true }).click();
        await card(page, 'task').scrollIntoViewIfNeeded();
        await takeDocumented(page, `work-${width}-${colorScheme}`);
      });
    }
  }
});

test('code that would keep the highlighter busy for minutes stays plain, and the page goes on', async ({
  page,
  stack,
}) => {
  // The patterns of TypeScript take some twenty seconds over one endless word of this length.
  const endless = 'a'.repeat(30_000);
  const fence = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;
  await using model = await scriptedEndpoint(() => `${fence(endless)}\n\n${fence('const b')}`);
  const chat = await openChat(page, stack, model);
  await chat.say('Show me code.');
  const code = chat.lastAnswer().locator('pre');
  await expect(code.nth(1).locator('[data-kind="keyword"]')).toHaveText('const');
  expect(await code.nth(0).textContent()).toBe(endless);
  await chat.composer.fill('The page still takes words.');
  await expect(chat.composer).toHaveValue('The page still takes words.');
});
