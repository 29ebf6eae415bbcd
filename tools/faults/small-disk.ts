import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A fault that cannot be brought about on this machine: `message` says why. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

/** A file system of its own that can be filled and freed. */
export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Mounts it on an empty directory. Throws NotPossible where that is not allowed. */
  static mount(path: string, megabytes: number): SmallDisk {
    try {
      const options = `size=${megabytes}m,mode=700`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
    } catch (cause) {
      throw new NotPossible(
        'a full disk needs a tmpfs of its own, and this user may not mount one (run it as root)',
        { cause },
      );
    }
    return new SmallDisk(path);
  }

  unmount(): void {
    execFileSync('umount', [this.path], { stdio: 'pipe' });
  }

  /** Takes all the space that is left. */
  fill(): void {
    const file = openSync(this.#filler, 'w');
    try {
      for (const size of [1 << 16, 1 << 12, 1]) fillBy(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler);
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }
}

function fillBy(file: number, block: Uint8Array): void {
  for (;;)
    try {
      writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
}
