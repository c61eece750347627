import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#app/platform/config.server.ts";

/** A folder of its own for files on their way, gone when `work` ends. */
export async function inWorkspace<T>(
  { dataDir }: Pick<Config, "dataDir">,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = path.join(dataDir, "media-incoming");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, "file-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
