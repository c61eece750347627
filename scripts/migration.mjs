// Writes a migration after a change of the schema. The next one needs the newest snapshot alone.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const root = path.join(import.meta.dirname, "..");
const tool = path.join(root, "node_modules", "drizzle-kit", "bin.cjs");
const { status } = spawnSync(process.execPath, [tool, "generate", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
const folder = path.join(root, "app", "db", "migrations", "meta");
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const older of snapshots.sort().slice(0, -1)) rmSync(path.join(folder, older));
process.exitCode = status ?? 1;
