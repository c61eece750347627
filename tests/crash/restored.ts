import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { migrate } from "#app/db/migrate.server.ts";
import { addPastMonths } from "#tests/support/pastMonths.ts";
import { addMessages, contentsOf, differencesOf, inClient, newDatabase } from "./databases.ts";
import type { Scenario } from "./deaths.ts";
import { secondsSince } from "./fleet.ts";
import type { Ground } from "./ground.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** Runs `npm run backup` or `npm run restore` on a database; returns its code, what it printed and its seconds. */
async function command(ground: Ground, what: "backup" | "restore", file: string, url: string) {
  const from = performance.now();
  const env = { ...process.env, ...ground.environment, DATABASE_URL: url };
  const args = ["scripts/run.mjs", "backup", what, file];
  const { code, said } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
  return { code, said: said.trim(), seconds: secondsSince(from) };
}

/** How many messages lie in each partition. */
const placesOf = (url: string) =>
  inClient(url, async (client) => {
    const { rows } = await client.query<{ place: string; n: number }>(
      "select tableoid::regclass::text as place, count(*)::int as n from messages group by 1 order by 1",
    );
    return rows;
  });

/**
 * Backup and restore of a platform with messages of eleven months, by the commands of an operator: equal counts and
 * hashes of every table, each message in its month, and a used database is refused and unchanged.
 */
export const restored: Scenario = async (ground, { short }) => {
  const messages = short ? 5000 : 1_000_000;
  const [from, to] = [await newDatabase(ground), await newDatabase(ground)];
  await fill(from, messages);
  const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-restored-"));
  const file = path.join(folder, "tarishi.gz");
  try {
    const backup = await command(ground, "backup", file, from);
    const restore = await command(ground, "restore", file, to);
    const before = await contentsOf(from);
    const differences = differencesOf(before, await contentsOf(to));
    const places = await placesOf(to);
    const isInMonths = JSON.stringify(places) === JSON.stringify(await placesOf(from));
    const again = await command(ground, "restore", file, to);
    const isUnchanged = differencesOf(before, await contentsOf(to)).length === 0;
    const times = { backupS: backup.seconds, restoreS: restore.seconds };
    const size = { messages, months: places.length, fileMb: Math.round(statSync(file).size / 2 ** 20) };
    const failed = backup.code + restore.code > 0 ? [backup.said, restore.said] : undefined;
    console.log(JSON.stringify({ crash: "restored", ...size, ...times, differences, isInMonths, failed }));
    console.log(JSON.stringify({ crash: "restored-into-used", refused: again.said, isUnchanged }));
    const isRefused = again.code === 1 && again.said.includes("has accounts already") && isUnchanged;
    return failed === undefined && differences.length === 0 && isInMonths && isRefused;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function fill(url: string, messages: number): Promise<void> {
  await migrate(url);
  await inClient(url, async (client) => {
    await addPastMonths(client, 11);
    await addMessages(client, messages);
    await client.query(
      "insert into users (id, email, password_hash, first_name, last_name) values ('usr_1', 'asha@duka.test', '-', 'Asha', 'M')",
    );
  });
}
