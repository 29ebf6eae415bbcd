import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

it('prints the stage that was saved, and null once the record is deleted', async () => {
  const program = join(import.meta.dirname, 'main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toContain('stage   verify\ndeleted true\nreload  null\n');
});
