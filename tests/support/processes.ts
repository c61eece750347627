import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import path from "node:path";
import { nodeEnvironment } from "../../scripts/nodeSettings.mjs";

const root = path.join(import.meta.dirname, "..", "..");

/** The built server, started from the project's folder. */
export const serverFile = "build/server/server.js";

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + place * portsOfEach + randomInt(portsOfEach);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Below the kernel's ephemeral ports, so that no connection takes it before it is used. */
const [lowestPort, highestPort] = [10_240, 32_000];
/** Each process of a run has its own ports: two do not find the same one free at the same time. */
const places = 8;
const portsOfEach = Math.floor((highestPort - lowestPort) / places);
const place = Number(process.env.VITEST_POOL_ID ?? 0) % places;
const given = new Set<number>();

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

/** Waits until an address returns 200; fails with the process's output when it ends first. */
export async function untilAnswers(url: string, running: RunningProcess, limitMs = 60_000): Promise<void> {
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
