import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { codeFile } from "#app/platform/run/programs.ts";
import { asAdmin, databaseUrlOf } from "./database.ts";

/** A database with the migrations up to number `last`, for what a later one does to data of before. */
export function setUpEarlierDatabase(last: number) {
  const name = `t${process.pid}_until_${last}`;
  const url = () => databaseUrlOf(inject("databaseServerUrl"), name);
  let owner: pg.Client;
  beforeAll(async () => {
    await asAdmin([`create database ${name}`]);
    owner = new pg.Client({ connectionString: url() });
    await owner.connect();
    await applyUntil(owner, last);
  });
  afterAll(async () => {
    await owner.end();
    await asAdmin([`drop database ${name} with (force)`]);
  });
  return {
    url,
    get owner() {
      return owner;
    },
  };
}

async function applyUntil(owner: pg.Client, last: number): Promise<void> {
  const migrationsFolder = mkdtempSync(path.join(os.tmpdir(), "tarishi-migrations-"));
  try {
    cpSync(codeFile("app/db/migrations"), migrationsFolder, { recursive: true });
    const journal = path.join(migrationsFolder, "meta", "_journal.json");
    const all = JSON.parse(readFileSync(journal, "utf8")) as { entries: { idx: number }[] };
    const entries = all.entries.filter(({ idx }) => idx <= last);
    writeFileSync(journal, JSON.stringify({ ...all, entries }));
    await applyMigrations(drizzle(owner), { migrationsFolder });
  } finally {
    rmSync(migrationsFolder, { recursive: true });
  }
}
