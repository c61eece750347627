import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { OrgContext } from "#app/platform/context.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";

type Owner = Pick<OrgContext, "config" | "db" | "orgId">;

/** Where the file of an import is stored until the import ends, readable by every process. */
const keyOf = (orgId: string, importId: string) => `${orgId}/imports/${importId}.csv`;

/** Stores the file of an import, replacing an earlier one. */
export const storeImportFile = (owner: Owner, importId: string, file: string): Promise<void> =>
  mediaStore(owner).put(keyOf(owner.orgId, importId), file, "text/csv");

/** Copies the file of an import into a folder that exists while `work` runs. @throws FileGone */
export async function withImportFile<T>(
  owner: Owner,
  importId: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return inWorkspace(owner.config, async (folder) => {
    const file = path.join(folder, "import");
    const stored = await mediaStore(owner).open(keyOf(owner.orgId, importId));
    await pipeline(stored, createWriteStream(file, { mode: 0o600 }));
    return work(file);
  });
}

export const deleteImportFile = (owner: Owner, importId: string): Promise<void> =>
  mediaStore(owner).remove(keyOf(owner.orgId, importId));
