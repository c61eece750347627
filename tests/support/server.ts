import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, inject } from "vitest";
import { nodeEnvironment } from "../../scripts/nodeSettings.mjs";
import { freePort, serverFile } from "./processes.ts";
import { setUp } from "./setUp.ts";

const root = path.join(import.meta.dirname, "..", "..");
const loopbackOnly = path.join(import.meta.dirname, "loopbackServer.ts");

/** A folder that the database's user can reach, removed by `removeDataDir`. */
export const makeDataDir = () => mkdtempSync(path.join(os.tmpdir(), "tarishi-e2e-"));

/** A copy of the folder of a server that has loaded the demo (`demoData.ts`): making one takes seconds. */
function copyDemoData(from = inject("demoDataDir")): string {
  const dataDir = makeDataDir();
  // Owners and modes belong to it: PostgreSQL's files are not root's.
  execFileSync("cp", ["-a", `${from}/.`, dataDir]);
  return dataDir;
}

/** Ends a database that a killed server left behind, and removes the folder. */
export function removeDataDir(dataDir: string): void {
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  if (existsSync(pidFile)) {
    try {
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
    } catch {
      // It has ended by itself.
    }
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Asks again until `ask` gives something, and says what was awaited when it never does. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  timeoutMs = 40_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface TestServer {
  /** `http://localhost:<port>`, where the browser goes. */
  url: string;
  port: number;
  /** Where its WhatsApp simulator listens. */
  simulatorUrl: string;
  /** Where the simulators of connected services listen. */
  vendorsUrl: string;
  dataDir: string;
  /** Its database, for who looks at it or arranges it from outside. */
  databaseUrl: string;
  process: ChildProcess;
  /** Everything that the server has printed so far. */
  output(): string;
  /** SIGTERM, and waits for the end; answers with the exit code. */
  stop(): Promise<number | null>;
  /** Stops it for good: its database and its folder go too. */
  close(): Promise<void>;
  /** The newest mail to `recipient`, as its source, once there is one for which `fits` holds. */
  mailTo(recipient: string, fits?: (source: string) => boolean): Promise<string>;
}

export interface ServerOptions {
  /** Else a copy of the demo's folder, or an empty one. */
  dataDir?: string;
  isEmpty?: boolean;
  /** The demo's folder, where it is not known by the run: before the first file. */
  copyOf?: string;
  env?: Record<string, string>;
  command?: string[];
}

/** Boots the built server as an operator would, on free ports, and answers when it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const port = await freePort();
  const simulators = {
    GRAPH_SIM_PORT: String(await freePort()),
    DARAJA_SIM_PORT: String(await freePort()),
    CARDS_SIM_PORT: String(await freePort()),
    ETIMS_SIM_PORT: String(await freePort()),
    AI_SIM_PORT: String(await freePort()),
    INTEGRATIONS_SIM_PORT: String(await freePort()),
  };
  const dataDir = options.dataDir ?? (options.isEmpty ? makeDataDir() : copyDemoData(options.copyOf));
  let printed = "";
  const child = spawn(process.execPath, options.command ?? ["--import", loopbackOnly, serverFile], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      TZ: "UTC",
      HOME: process.env.HOME,
      NODE_ENV: "production",
      ...nodeEnvironment,
      SERVER_TIMING: "on",
      PORT: String(port),
      ...simulators,
      ...(options.env?.META_APP_ID ? {} : { WEBHOOKS_TO_LOOPBACK: "on" }),
      DATA_DIR: dataDir,
      ...(process.env.POSTGRES_FOLDER ? { POSTGRES_FOLDER: process.env.POSTGRES_FOLDER } : {}),
      ...options.env,
    },
  });
  const collect = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = `http://localhost:${port}`;
  try {
    await eventually(
      "the server to be ready",
      async () => {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
        const response = await fetch(`${url}/readyz`).catch(() => undefined);
        return response?.ok;
      },
      // A busy machine of two cores needs minutes for an empty database and its demo.
      240_000,
    );
  } catch (error) {
    child.kill("SIGKILL");
    await exited;
    if (!options.dataDir) removeDataDir(dataDir);
    throw new Error(`${(error as Error).message}:\n${printed.slice(-4000)}`);
  }

  const outbox = path.join(dataDir, "outbox");
  const stop = () => {
    child.kill("SIGTERM");
    return exited;
  };
  return {
    url,
    port,
    simulatorUrl: `http://127.0.0.1:${simulators.GRAPH_SIM_PORT}`,
    vendorsUrl: `http://127.0.0.1:${simulators.INTEGRATIONS_SIM_PORT}`,
    dataDir,
    databaseUrl: `postgresql://tarishi@/tarishi?host=${encodeURIComponent(`${dataDir}/run`)}`,
    process: child,
    output: () => printed,
    stop,
    async close() {
      await stop();
      removeDataDir(dataDir);
      const outside = printed.split("\n").filter((line) => line.startsWith("OUTSIDE:"));
      expect(outside, "what the server asked of other machines").toEqual([]);
    },
    mailTo: (recipient, fits = () => true) =>
      eventually(`a mail to ${recipient}`, () => {
        if (!existsSync(outbox)) return undefined;
        return readdirSync(outbox)
          .filter((name) => name.endsWith(".eml"))
          .sort()
          .reverse()
          .map((name) => readFileSync(path.join(outbox, name), "utf8"))
          .find((source) => source.toLowerCase().includes(recipient.toLowerCase()) && fits(source));
      }),
  };
}

/** The server of a test file. */
export const setUpServer = (options?: ServerOptions): TestServer =>
  setUp(
    () => startServer(options),
    ({ close }) => close(),
  );

/** The token of the link to `path` in the newest mail to somebody. */
export async function tokenMailed(server: TestServer, recipient: string, path: string): Promise<string> {
  const source = await server.mailTo(recipient, (mail) => mail.includes(`${path}?`));
  // Long lines of a mail are broken with "=", and "=" itself is written "=3D".
  const text = source.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  return new RegExp(`${path}\\?token=([\\w.-]+)`).exec(text)![1]!;
}
