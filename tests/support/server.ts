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

/** A folder that the database's user can access, removed by `removeDataDir`. */
export const makeDataDir = () => mkdtempSync(path.join(os.tmpdir(), "tarishi-e2e-"));

/** A copy of the folder of a server with the demo loaded (`demoData.ts`): loading it takes seconds. */
function copyDemoData(from = inject("demoDataDir")): string {
  const dataDir = makeDataDir();
  // Owners and modes are copied: PostgreSQL's files are not root's.
  execFileSync("cp", ["-a", `${from}/.`, dataDir]);
  return dataDir;
}

/** Ends a database left by a killed server, and removes the folder. */
export function removeDataDir(dataDir: string): void {
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  if (existsSync(pidFile)) {
    try {
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
    } catch {
      // It has already ended.
    }
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Calls `ask` until it returns something; the error names what was awaited. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  timeoutMs = 120_000,
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
  /** `http://localhost:<port>`, for the browser. */
  url: string;
  port: number;
  /** The address of its WhatsApp simulator. */
  simulatorUrl: string;
  /** The address of the simulated phone company. */
  mpesaUrl: string;
  /** The address of the simulators of connected services. */
  vendorsUrl: string;
  dataDir: string;
  /** Its database, for reading or arranging data from outside. */
  databaseUrl: string;
  process: ChildProcess;
  /** The server's output so far. */
  output(): string;
  /** SIGTERM, and waits for the end; returns the exit code. */
  stop(): Promise<number | null>;
  /** Stops it for good, and deletes its database and folder. */
  close(): Promise<void>;
  /** The newest email to `recipient`, as its source, once `fits` returns true for one. */
  mailTo(recipient: string, fits?: (source: string) => boolean): Promise<string>;
}

export interface ServerOptions {
  /** Otherwise a copy of the demo's folder, or an empty one. */
  dataDir?: string;
  isEmpty?: boolean;
  /** The demo's folder, when the run has none yet: before the first file. */
  copyOf?: string;
  env?: Record<string, string>;
  command?: string[];
}

/** Boots the built server as an operator would, on free ports; resolves once it responds. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const port = await freePort();
  const simulators = {
    GRAPH_SIM_PORT: String(await freePort()),
    DARAJA_SIM_PORT: String(await freePort()),
    CARDS_SIM_PORT: String(await freePort()),
    ETIMS_SIM_PORT: String(await freePort()),
    AI_SIM_PORT: String(await freePort()),
    SMS_SIM_PORT: String(await freePort()),
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
    mpesaUrl: `http://127.0.0.1:${simulators.DARAJA_SIM_PORT}`,
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

/** The token of the link to `path` in the newest email to someone. */
export async function tokenMailed(server: TestServer, recipient: string, path: string): Promise<string> {
  const source = await server.mailTo(recipient, (mail) => mail.includes(`${path}?`));
  // Long lines of an email are broken with "=", and "=" itself is written "=3D".
  const text = source.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  return new RegExp(`${path}\\?token=([\\w.-]+)`).exec(text)![1]!;
}
