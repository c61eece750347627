import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { nodeEnvironment } from "../../scripts/nodeSettings.mjs";

const root = path.join(import.meta.dirname, "..", "..");

/** The built server, started from the project's folder. */
export const serverFile = "build/server/server.js";

/** A free port of the loopback address, which no other test gets while this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowestPort, highestPort);
    if (reserve(port) && (await isFree(port))) return port;
  }
}

/** Below the kernel's ephemeral ports, so that no connection takes it before it is used. */
const [lowestPort, highestPort] = [10_240, 32_000];
const reservations = path.join(os.tmpdir(), `tarishi-ports-${process.getuid?.() ?? 0}`);
mkdirSync(reservations, { recursive: true });

/** Another process may find the same port free before it is used: a file with the owner's id takes it. */
function reserve(port: number): boolean {
  const file = path.join(reservations, String(port));
  try {
    if (existsSync(file) && !isAlive(Number(readFileSync(file, "utf8")))) rmSync(file);
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

export interface RunningProcess {
  process: ChildProcess;
  output(): string;
  /** Resolves when it has ended. */
  exited: Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a file of this project with this Node, with only the path from the environment. `silent` discards
 * its output except errors. It does not outlive this process.
 */
export function startNode(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
  options: { cwd?: string; silent?: boolean } = {},
): RunningProcess {
  const child = spawn(process.execPath, [path.resolve(root, file), ...args], {
    cwd: options.cwd ?? root,
    env: { PATH: process.env.PATH ?? "", ...(file === serverFile ? nodeEnvironment : {}), ...env },
    stdio: ["ignore", options.silent ? "ignore" : "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const endNow = () => child.kill("SIGKILL");
  process.once("exit", endNow);
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => {
      process.off("exit", endNow);
      resolve();
    });
  });
  return {
    process: child,
    output: () => output,
    exited,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}

/**
 * Waits until an address returns 200; fails with the process's output when it ends first. On a busy machine, a server
 * takes minutes to start.
 */
export async function untilAnswers(url: string, running: RunningProcess, limitMs = 240_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (running.process.exitCode !== null)
      throw new Error(`ended with ${running.process.exitCode}:\n${running.output()}`);
    const ok = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`${url} did not answer in ${limitMs} ms:\n${running.output()}`);
}
