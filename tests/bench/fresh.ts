import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "#tests/support/processes.ts";
import { removeDataDir } from "#tests/support/server.ts";
import { print } from "./measure.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The steps that `npm start` prints with their seconds, by their first words. */
const steps = {
  install: "Installing packages",
  messages: "Compiling the translations",
  build: "Building the screens",
};

const secondsOf = (printed: string, title: string) =>
  Number(new RegExp(`▸ ${title}[^\\n]* … ([\\d.]+) s`).exec(printed)![1]);

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

async function freePorts(): Promise<Record<string, string>> {
  const names = ["", "GRAPH_SIM_", "DARAJA_SIM_", "CARDS_SIM_", "ETIMS_SIM_", "AI_SIM_", "INTEGRATIONS_SIM_"];
  const ports: [string, string][] = [];
  for (const name of names) ports.push([`${name}PORT`, String(await freePort())]);
  return Object.fromEntries(ports);
}

/** Runs `npm start` in a folder until its welcome; returns its output and the seconds. */
async function startUntilWelcome(clone: string): Promise<{ printed: string; seconds: number }> {
  const startedAt = performance.now();
  // Deployment settings would change the start and log to the terminal.
  const { NODE_ENV: _, DATABASE_URL: __, LOG_LEVEL: ___, ...surrounding } = process.env;
  const child = spawn("npm", ["start"], {
    cwd: clone,
    env: { ...surrounding, ...(await freePorts()), DATA_DIR: path.join(clone, "data") },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let printed = "";
  const welcomed = new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("password:")) resolve(true);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", () => resolve(false));
  });
  const isWelcome = await welcomed;
  const seconds = (performance.now() - startedAt) / 1000;
  if (isWelcome) process.kill(-child.pid!, "SIGTERM");
  await ended;
  if (!isWelcome) throw new Error(`npm start ended:\n${printed}`);
  return { printed, seconds };
}

/** From a clone of the last commit, neither installed nor built, to a ready server with its demo. */
export async function benchFresh(): Promise<void> {
  const clone = mkdtempSync(path.join(os.tmpdir(), "tarishi-fresh-"));
  // When run as root, the database belongs to another user.
  chmodSync(clone, 0o755);
  try {
    execFileSync("git", ["clone", "--quiet", root, clone]);
    const { printed, seconds } = await startUntilWelcome(clone);
    const parts = Object.entries(steps).map(([name, title]) => [name, secondsOf(printed, title)] as const);
    const start = parts.reduce((left, [, part]) => left - part, seconds);
    print({
      bench: "fresh",
      seconds: tenths(seconds),
      parts: { ...Object.fromEntries(parts), start: tenths(start) },
    });
  } finally {
    removeDataDir(path.join(clone, "data"));
    rmSync(clone, { recursive: true, force: true });
  }
}
