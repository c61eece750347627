import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");

/** A port of the loopback interface that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A folder that the database's user can reach, removed by `removeDataDir`. */
export const makeDataDir = () => mkdtempSync(path.join(os.tmpdir(), "tarishi-e2e-"));

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
  timeoutMs = 15_000,
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
  dataDir: string;
  process: ChildProcess;
  /** Everything that the server has printed so far. */
  output(): string;
  /** SIGTERM, and waits for the end; answers with the exit code. */
  stop(): Promise<number | null>;
  /** The newest mail to `recipient`, as its source, once there is one for which `fits` holds. */
  mailTo(recipient: string, fits?: (source: string) => boolean): Promise<string>;
}

/** Boots the built server as an operator would, on free ports, and answers when it is ready. */
export async function startServer(
  options: { dataDir?: string; env?: Record<string, string>; command?: string[] } = {},
): Promise<TestServer> {
  const port = await freePort();
  const simulatorPort = await freePort();
  const dataDir = options.dataDir ?? makeDataDir();
  let printed = "";
  const child = spawn(process.execPath, options.command ?? ["server.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: String(port),
      GRAPH_SIM_PORT: String(simulatorPort),
      DATA_DIR: dataDir,
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
      45_000,
    );
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`${(error as Error).message}:\n${printed.slice(-4000)}`);
  }

  const outbox = path.join(dataDir, "outbox");
  return {
    url,
    port,
    dataDir,
    process: child,
    output: () => printed,
    async stop() {
      child.kill("SIGTERM");
      return exited;
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
