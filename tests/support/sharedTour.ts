import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { callerOf } from "./caller.ts";
import { sessionCookie } from "./pageWeight.ts";
import { allPaths } from "./routeTable.ts";
import { eventually, startServer, type TestServer } from "./server.ts";
import { setUp } from "./setUp.ts";
import { type PendingLogin, prepareTour, type Tour } from "./tour.ts";

declare module "vitest" {
  interface ProvidedContext {
    sharedTourDir: string;
  }
}

/** A path's address and audience; `missing` when the tour has none. */
interface Stop {
  address: string;
  missing?: string;
  cookie: string;
}

interface SharedTour {
  url: string;
  stops: Record<string, Stop>;
  pending: PendingLogin;
}

function stopAt(tour: Tour, path: string): Stop {
  const cookie = tour.cookiesOf(path);
  try {
    return { address: tour.addressOf(path), cookie };
  } catch (error) {
    return { address: "", missing: (error as Error).message, cookie };
  }
}

/** A file that others read while it is written: complete, or absent. */
function leave(file: string, note: SharedTour | { error: string }): void {
  writeFileSync(`${file}.part`, JSON.stringify(note));
  renameSync(`${file}.part`, file);
}

/**
 * One server with one tour for all files that only look at pages. It starts when the first of them needs it,
 * in parallel with files that have servers of their own, and ends with the run.
 */
export function offerSharedTour(demoDataDir: string) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "tarishi-tour-"));
  let starting: Promise<TestServer | undefined> | undefined;
  const begin = async () => {
    let server: TestServer | undefined;
    try {
      server = await startServer({ copyOf: demoDataDir });
      const tour = await prepareTour(server);
      const stops = Object.fromEntries(allPaths.map((path) => [path, stopAt(tour, path)]));
      leave(path.join(dir, "tour.json"), { url: server.url, stops, pending: tour.pending });
    } catch (error) {
      leave(path.join(dir, "tour.json"), { error: String((error as Error).stack) });
    }
    return server;
  };
  const watch = setInterval(() => {
    if (existsSync(path.join(dir, "wanted"))) starting ??= begin();
  }, 50);
  return {
    dir,
    async close() {
      clearInterval(watch);
      await (await starting)?.close();
      rmSync(dir, { recursive: true });
    },
  };
}

async function askForTour(): Promise<SharedTour> {
  const dir = inject("sharedTourDir");
  writeFileSync(path.join(dir, "wanted"), "");
  const note = path.join(dir, "tour.json");
  await eventually("the tour that the sweeps share", () => existsSync(note), 300_000);
  const found = JSON.parse(readFileSync(note, "utf8")) as SharedTour | { error: string };
  if ("error" in found) throw new Error(found.error);
  return found;
}

/** The server that the sweeps share, for files whose changes no other file can notice. */
export function setUpSharedTour(): { server: { url: string }; tour: Tour } {
  const server = { url: "" };
  const tour = setUp(async (): Promise<Tour> => {
    const { url, stops, pending } = await askForTour();
    server.url = url;
    // Pending second factors and OAuth sessions last minutes only: each file creates its own.
    const pendingCookie = await sessionCookie(url, pending.email, pending.password);
    const member = callerOf(url, stops["/integrations"]!.cookie);
    await member("POST /integrations/:provider/connect", { provider: "hubspot" });
    return {
      pending,
      addressOf(path) {
        const stop = stops[path];
        if (!stop || stop.missing) throw new Error(stop?.missing ?? `there is no ${path}`);
        return stop.address;
      },
      cookiesOf: (path) => (path === "/login/code" ? pendingCookie : (stops[path]?.cookie ?? "")),
    };
  });
  return { server, tour };
}
