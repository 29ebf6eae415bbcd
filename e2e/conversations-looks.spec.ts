import { expectAccessible } from './accessibility.ts';
import { ConversationList } from './conversation-list.ts';
import { openChat } from './open-chat.ts';
import { setScreen, takePicture } from './pictures.ts';
import { expect, test } from './stack.ts';

for (const width of [360, 1000, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`conversations are legible and accessible at ${width} px, ${colorScheme}`, async ({
      page,
      stack,
    }) => {
      await setScreen(page, { width, colorScheme });
      const chat = await openChat(page, stack);
      const list = new ConversationList(page);
      const look = async (name: string) => {
        await expectAccessible(page);
        await takePicture(page, name);
      };
      const openList = async () => {
        if (width < 840)
          await page.getByRole('button', { name: 'Conversations', exact: true }).click();
        await expect(list.nav).toBeVisible();
      };
      await openList();
      await expect(list.nav.getByText('None yet')).toBeVisible();
      await look('empty');
      if (width < 840) await page.keyboard.press('Escape');
      await chat.say('Please remember that my alternate is Helena, and keep briefings short.');
      await chat.startNew();
      await chat.say('Good morning. Which alternate did I name, and how do I like my briefings?');
      await look('page');
      await openList();
      await expect(list.links).toHaveCount(2);
      await look('list');
      const title = /Please remember/;
      const actions = list.nav.getByRole('button', { name: title });
      await actions.click();
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
      await look('menu');
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await expect(page.getByRole('textbox', { name: 'Title of the conversation' })).toBeFocused();
      await look('rename');
      await page.keyboard.press('Escape');
      await list.search.fill('helena brief');
      await expect(list.nav.getByText('Helena', { exact: true }).first()).toBeVisible();
      await look('search');
      await actions.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
      await look('undo');
    });
  }
}
