import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { media } from "#app/db/schema/messaging/media.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { storageKeyOf } from "./find.server.ts";
import type { InspectedFile } from "./inspect.server.ts";
import { thumbnailOf } from "./pictures.server.ts";

export type StoredFile = Omit<typeof media.$inferInsert, "orgId" | "messageId" | "phoneNumberId"> & {
  sha256: string;
};

/** Puts a file to be sent into the store, with a thumbnail; returns the row to insert. */
export async function storeForSending(ctx: OrgContext, file: InspectedFile): Promise<StoredFile> {
  const store = mediaStore(ctx);
  const now = ctx.clock.now();
  const id = newId("med", now.getTime());
  const storageKey = storageKeyOf(ctx.orgId, id);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file.path), hash);
  await store.put(storageKey, file.path, file.contentType);
  const kept: StoredFile = {
    id,
    kind: file.kind,
    state: "ready",
    contentType: file.contentType,
    bytes: file.bytes,
    fileName: file.fileName,
    storageKey,
    createdAt: now,
    readyAt: now,
    sha256: hash.digest("hex"),
  };
  const isPicture = file.kind === "image" || file.kind === "sticker";
  const small = isPicture ? await thumbnailOf(ctx.orgId, await readFile(file.path)) : null;
  if (!small) return kept;
  const drawn = `${file.path}.small`;
  await writeFile(drawn, small.bytes);
  const thumbnailKey = `${storageKey}.small`;
  await store.put(thumbnailKey, drawn, "image/webp");
  return { ...kept, thumbnailKey, thumbnailWidth: small.width, thumbnailHeight: small.height };
}

/** Deletes a stored file without a row. */
export async function deleteStored(ctx: OrgContext, { storageKey, thumbnailKey }: StoredFile): Promise<void> {
  const store = mediaStore(ctx);
  for (const key of [storageKey, thumbnailKey]) if (key) await store.remove(key);
}
