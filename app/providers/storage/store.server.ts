import type { Services } from "#app/platform/context.ts";
import { createDatabaseStore } from "./database.server.ts";
import { createFileStore } from "./files.server.ts";
import { FileGone, type MediaStore } from "./mediaStore.ts";
import { createS3Store } from "./s3.server.ts";

type Where = Pick<Services, "config" | "db">;
const stores = new WeakMap<Where["config"], MediaStore>();

/** The store of a configuration, created once. */
export function mediaStore({ config, db }: Where): MediaStore {
  const known = stores.get(config);
  if (known) return known;
  const store = storeOf({ config, db });
  stores.set(config, store);
  return store;
}

function storeOf({ config: { s3, fileStore, dataDir }, db }: Where): MediaStore {
  if (s3) return createS3Store(s3);
  const disk = createFileStore(dataDir);
  return fileStore === "disk" ? disk : withEarlier(createDatabaseStore(db), disk);
}

/** Files that were stored on this disk before the database was the store are still read and deleted. */
const withEarlier = (store: MediaStore, earlier: MediaStore): MediaStore => ({
  put: store.put,
  open: (key, range) =>
    store.open(key, range).catch((error: unknown) => {
      if (error instanceof FileGone) return earlier.open(key, range);
      throw error;
    }),
  async remove(key) {
    await store.remove(key);
    await earlier.remove(key);
  },
});
