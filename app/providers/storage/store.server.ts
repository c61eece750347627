import type { Config } from "#app/platform/config/config.server.ts";
import { createFileStore } from "./files.server.ts";
import type { MediaStore } from "./mediaStore.ts";
import { createS3Store } from "./s3.server.ts";

type Where = Pick<Config, "dataDir" | "s3">;
const stores = new WeakMap<Where, MediaStore>();

/** The store of a configuration, created once. */
export function mediaStore(config: Where): MediaStore {
  const known = stores.get(config);
  if (known) return known;
  const store = config.s3 ? createS3Store(config.s3) : createFileStore(config.dataDir);
  stores.set(config, store);
  return store;
}
