import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { codeFile } from "#app/platform/run/programs.ts";

const folder = codeFile("app/db/migrations");

interface Entry {
  idx: number;
  tag: string;
}

const readJournal = () =>
  JSON.parse(readFileSync(path.join(folder, "meta", "_journal.json"), "utf8")) as { entries: Entry[] };

/** All migrations in their order. */
export const migrationNames = (): string[] => readJournal().entries.map(({ tag }) => tag);

/** Applies the migrations up to number `last`, as an earlier version did. */
export async function applyUntil(owner: pg.Client, last: number): Promise<void> {
  const migrationsFolder = mkdtempSync(path.join(os.tmpdir(), "tarishi-migrations-"));
  try {
    cpSync(folder, migrationsFolder, { recursive: true });
    const all = readJournal();
    const entries = all.entries.filter(({ idx }) => idx <= last);
    writeFileSync(path.join(migrationsFolder, "meta", "_journal.json"), JSON.stringify({ ...all, entries }));
    await applyMigrations(drizzle(owner), { migrationsFolder });
  } finally {
    rmSync(migrationsFolder, { recursive: true });
  }
}
