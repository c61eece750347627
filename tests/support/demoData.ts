import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { forgoDurability } from "./database.ts";
import { eventually, makeDataDir, removeDataDir, startServer } from "./server.ts";
import { offerSharedTour } from "./sharedTour.ts";

declare module "vitest" {
  interface ProvidedContext {
    demoDataDir: string;
  }
}

/**
 * Boots the built server once on an empty folder and stops it: each test file starts with a copy of its data,
 * or shares one.
 */
export default async function setup(project: TestProject) {
  const dataDir = makeDataDir();
  const server = await startServer({ dataDir });
  const admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  // Half of the folder to copy would be logs that PostgreSQL keeps to write over them.
  await forgoDurability(admin, ["fsync", "full_page_writes", "wal_recycle", "wal_init_zero"]);
  await admin.end();
  // Its last line at the start: from here on it stops its database when it stops.
  await eventually("the server's welcome", () => server.output().includes("password:"), 60_000);
  await server.stop();
  // Writing its data to disk may take the database longer than the server waits.
  const postmaster = path.join(dataDir, "postgres", "postmaster.pid");
  await eventually("the end of the database", () => !existsSync(postmaster), 60_000);
  project.provide("demoDataDir", dataDir);
  const shared = offerSharedTour(dataDir);
  project.provide("sharedTourDir", shared.dir);
  return async () => {
    await shared.close();
    removeDataDir(dataDir);
  };
}
