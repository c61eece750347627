import { inArray } from "drizzle-orm";
import { media } from "#app/db/schema/messaging/media.ts";
import type { Services } from "#app/platform/context.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";

type Keys = Pick<typeof media.$inferSelect, "storageKey" | "thumbnailKey">;

/** Deletes the bytes of deleted rows from the store, unless another row has the same file. */
export async function dropUnused(
  services: Pick<Services, "db" | "config">,
  deleted: readonly Keys[],
): Promise<void> {
  const keys = deleted.flatMap(({ storageKey }) => storageKey ?? []);
  if (keys.length === 0) return;
  // A separate statement, so that it sees messages sent during the wait for the lock.
  const used = await services.db.withSystem((tx) =>
    tx.select({ storageKey: media.storageKey }).from(media).where(inArray(media.storageKey, keys)),
  );
  const inUse = new Set(used.map(({ storageKey }) => storageKey));
  const store = mediaStore(services);
  for (const { storageKey, thumbnailKey } of deleted)
    if (!inUse.has(storageKey))
      for (const key of [storageKey, thumbnailKey]) if (key) await store.remove(key);
}
