/** Makes the page's typeface and its icons out of their packages: `npm run look`. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeFont } from './make-font.ts';
import { makeSprite } from './make-sprite.ts';

const chat = join(import.meta.dirname, '../../apps/chat');
const licence = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'));

await writeFile(join(chat, 'src/styles/fonts/inter.woff2'), await makeFont());
await copyFile(licence, join(chat, 'src/styles/fonts/inter-licence.txt'));
await writeFile(join(chat, 'public/icons.svg'), makeSprite());
