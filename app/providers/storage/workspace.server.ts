import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#app/platform/config/config.server.ts";

const parentOf = ({ dataDir }: Pick<Config, "dataDir">) => path.join(dataDir, "media-incoming");
const leftAfterMs = 2 * 86_400_000;

/** A temporary folder, deleted when `work` ends. */
export async function inWorkspace<T>(
  config: Pick<Config, "dataDir">,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = parentOf(config);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, "file-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes folders left by a killed process: older than two days. */
export async function removeLeftWorkspaces(config: Pick<Config, "dataDir">, now: Date): Promise<void> {
  for (const name of await readdir(parentOf(config)).catch(() => [])) {
    const folder = path.join(parentOf(config), name);
    const found = await stat(folder).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > leftAfterMs)
      await rm(folder, { recursive: true, force: true });
  }
}
