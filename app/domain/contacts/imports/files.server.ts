import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#app/platform/config.server.ts";

const folder = (config: Pick<Config, "dataDir">) => path.join(config.dataDir, "imports");

/** Where the file of an import lies until the import is done. */
export const importFile = (config: Pick<Config, "dataDir">, importId: string) =>
  path.join(folder(config), `${importId}.csv`);

export async function prepareFolder(config: Pick<Config, "dataDir">): Promise<void> {
  await mkdir(folder(config), { recursive: true, mode: 0o700 });
}

export const removeImportFile = (config: Pick<Config, "dataDir">, importId: string) =>
  rm(importFile(config, importId), { force: true });

/** Deletes files that an upload or a process left behind: older than two days. */
export async function removeLeftFiles(config: Pick<Config, "dataDir">, now: Date): Promise<void> {
  const names = await readdir(folder(config)).catch(() => []);
  for (const name of names) {
    const file = path.join(folder(config), name);
    const found = await stat(file).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > 2 * 86_400_000) await rm(file, { force: true });
  }
}
