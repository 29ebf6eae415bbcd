import { ownerHash } from './http/access-log.ts';
import type { Damage } from './storage/damage.ts';

/** Writes into the log what is damaged, by name: what is found at start, and whatever is read later. */
export function logDamage(
  damage: Damage,
  logger: { error(fields: object, message: string): void },
): void {
  damage.tell(({ table, key, thread }) => {
    logger.error(
      {
        table,
        key,
        ...(thread && { thread: thread.threadId, owner: ownerHash(thread.owner) }),
      },
      'a stored row is damaged: restore a backup, or delete the conversation (npm run check-data names all damage)',
    );
  });
}
