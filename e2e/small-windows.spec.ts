import type { Page } from '@playwright/test';

import { expectAccessible } from './accessibility.ts';
import { openChat } from './open-chat.ts';
import { setScreen, takePicture } from './pictures.ts';
import { scriptedEndpoint } from './scripted-endpoint.ts';
import { expect, test } from './stack.ts';

const LONG = Array.from({ length: 40 }, (_, place) => `Paragraph ${place}.`).join('\n\n');

/** How the page and the transcript in it scroll, and where the bar at the top stands. */
function layout(page: Page) {
  return page.evaluate(() => {
    const transcript = document.querySelector('.transcript');
    const root = document.documentElement;
    return {
      pageScrolls: root.scrollHeight > root.clientHeight,
      sideways: root.scrollWidth > root.clientWidth,
      transcriptScrolls: (transcript?.scrollHeight ?? 0) > (transcript?.clientHeight ?? 0),
      barTop: document.querySelector('.top-bar')?.getBoundingClientRect().top ?? 0,
    };
  });
}

for (const [what, width, height] of [
  ['400 %', 320, 256],
  ['200 %', 640, 400],
  ['200 % of a taller screen', 640, 512],
] as const) {
  test(`at a zoom of ${what} the page scrolls as a whole, and nothing keeps its place`, async ({
    page,
    stack,
  }) => {
    await using model = await scriptedEndpoint(() => LONG);
    await setScreen(page, { width, height, colorScheme: 'light' });
    const chat = await openChat(page, stack, model);
    await chat.send('Tell me more.');
    await expect(chat.lastAnswer()).toContainText('Paragraph 39.', { timeout: 30_000 });
    // The end is followed by the page as it is by the transcript of a higher window.
    await expect(chat.composer).toBeInViewport();
    expect(await layout(page)).toMatchObject({
      pageScrolls: true,
      sideways: false,
      transcriptScrolls: false,
    });
    expect((await layout(page)).barTop).toBeLessThan(-height);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(chat.composer).not.toBeInViewport();
    await expectAccessible(page);
    await takePicture(page, `small-${width}-${height}`);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone an empty composer is one row of 44 px targets, its settings behind one button, ${colorScheme}`, async ({
    page,
    stack,
  }) => {
    await setScreen(page, { width: 360, height: 740, colorScheme });
    const chat = await openChat(page, stack);
    const opener = page.getByRole('button', { name: 'Settings of this chat' });
    const composer = page.locator('.composer');
    await expect(opener).toBeVisible();
    const heightOf = async () => (await composer.boundingBox())?.height ?? Infinity;
    await expect.poll(heightOf).toBeLessThanOrEqual(60);
    for (const target of await composer.locator('button:visible, textarea').all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expect(page.getByLabel('Memory in this conversation')).toBeHidden();
    await takePicture(page, `composer-360-${colorScheme}`);

    await opener.click();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await page.getByLabel('Memory in this conversation').selectOption('off');
    await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
    await expectAccessible(page);
    await takePicture(page, `composer-open-360-${colorScheme}`);
    await opener.click();
    await expect.poll(heightOf).toBeLessThanOrEqual(60);
    await expect(opener).toHaveAccessibleName('Settings of this chat: memory is off');
    await chat.composer.fill('One line\nand another\nand a third');
    await expect.poll(heightOf).toBeGreaterThan(90);
  });
}
