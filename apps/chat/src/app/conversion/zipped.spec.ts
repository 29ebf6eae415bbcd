import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';

import { zipped } from './zipped';

it('an archive holds every file by its name, to the byte', async () => {
  const files = [
    { name: 'pages/LoginPage.ts', text: 'export class LoginPage {}\n' },
    { name: 'login.spec.ts', text: '// \u00dc \u{1f6eb}\r\n' },
    { name: '__proto__.ts', text: '' },
  ];
  const bytes = new Uint8Array(await zipped(files).arrayBuffer());
  const read = Object.entries(unzipSync(bytes)).map(([name, data]) => ({
    name,
    text: strFromU8(data),
  }));
  expect(read).toEqual(files);
});
