import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createApi } from "#app/api/app.server.ts";
import type { TestPlatform } from "./platform.ts";
import { setUp } from "./setUp.ts";

/** Another machine, which shares only the database, and the file store where it is not the disk. */
export function setUpElsewhere(platform: TestPlatform) {
  const disk = setUp(
    async () => ({ dataDir: mkdtempSync(path.join(os.tmpdir(), "tarishi-elsewhere-")) }),
    ({ dataDir }) => rmSync(dataDir, { recursive: true, force: true }),
  );
  const services = () => ({
    ...platform.services,
    config: { ...platform.services.config, dataDir: disk.dataDir },
  });
  return {
    services,
    /** Runs the pending jobs there. */
    async runJobs(): Promise<void> {
      const there = services();
      for (let next = platform.waiting.shift(); next; next = platform.waiting.shift())
        await next.job.run(there, next.payload);
    },
    /** Its API. */
    fetch: (request: Request) => createApi(services()).fetch(request),
    /** Files on its disk, and folders of unfinished work. */
    filesLeft: () =>
      readdirSync(disk.dataDir, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/")),
  };
}
