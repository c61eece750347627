// `npm run processes`: a deployment of several processes on this machine: 1 for screens, 2 for the API and 3 workers behind
// one port. A killed one is started again; Ctrl-C stops all. Plain JavaScript for any Node.js from 20 on.
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { startBalancer } from "./balancer.mjs";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, environmentWith, root } from "./install.mjs";
import { nodeEnvironment } from "./nodeSettings.mjs";
import { logDescriptor, logFile, say } from "./steps.mjs";

const node = ensureInstalled();
if (!(await ensureBuilt(node))) process.exit(1);

const port = Number(process.env.PORT ?? 4000);
const origin = `http://127.0.0.1:${port}`;
/** The first one starts the database and the simulators of a sandbox, which the others join. @type {[string, string][]} */
const parts = [
  ["web", "web"],
  ["api-1", "api"],
  ["api-2", "api"],
  ["worker-1", "worker"],
  ["worker-2", "worker"],
  ["worker-3", "worker"],
];
const addressOf = (/** @type {number} */ n) => `http://127.0.0.1:${port + 1 + n}`;
/** @type {Map<string, import("node:child_process").ChildProcess>} */
const running = new Map();
let isStopping = false;

/** Starts one, and resolves when it listens. @param {number} n */
function start(n) {
  const [name = "", role = ""] = parts[n] ?? [];
  const child = spawn(node, [path.join(root, "build", "server", "server.js")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // Ctrl-C in a terminal reaches this process only, which stops the first one last.
    detached: true,
    env: {
      NODE_ENV: "production",
      FILE_STORE: process.env.S3_ENDPOINT ? "" : "database",
      APP_URL: `http://localhost:${port}`,
      ...nodeEnvironment,
      ...environmentWith(node),
      ROLES: role,
      PORT: String(port + 1 + n),
      HOST: "127.0.0.1",
      API_BASE_URL: role === "web" ? origin : "",
    },
  });
  running.set(name, child);
  const listening = new Promise((resolve) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on("line", (line) => {
        show(name, line);
        if (line.includes('"msg":"listening"')) resolve(undefined);
      });
    child.once("close", resolve);
  });
  if (child.stderr)
    createInterface({ input: child.stderr }).on("line", (line) => console.error(`${name}: ${line}`));
  child.once("close", (code, signal) => void ended(n, code, signal));
  return listening;
}

/** The log goes to the file; errors are also shown. @param {string} name @param {string} line */
function show(name, line) {
  writeSync(logDescriptor(), `${name} ${line}\n`);
  // The web process says how to sign in.
  if (line !== "" && !line.startsWith("{")) console.log(`  ${line.trim()}`);
  if (/^\{"level":[56]0/.test(line)) say(`${name} reports an error: see ${logFile}`);
}

/** @param {number} n @param {number | null} code @param {string | null} signal */
async function ended(n, code, signal) {
  const [name = ""] = parts[n] ?? [];
  running.delete(name);
  if (isStopping) return;
  say(`${name} ended with ${signal ?? code}`);
  // A failing start is not repeated, and the first one takes the sandbox's database with it.
  if (n === 0 || signal === null) return stop(1);
  await start(n);
  if (running.has(name)) say(`${name} is back, process ${running.get(name)?.pid}`);
}

/** Stops all, the first one last. @param {number} code */
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  say("Stopping");
  const first = parts[0]?.[0] ?? "";
  /** @param {[string, import("node:child_process").ChildProcess]} each */
  const end = ([, child]) => {
    child.kill("SIGTERM");
    return new Promise((resolve) => child.once("close", resolve));
  };
  await Promise.all([...running].filter(([name]) => name !== first).map(end));
  await Promise.all([...running].map(end));
  balancer.close();
  process.exit(code);
}

const balancer = await startBalancer({
  port,
  screens: [addressOf(0)],
  apis: [addressOf(1), addressOf(2)],
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0));
for (const n of parts.keys()) {
  if (isStopping) break;
  await start(n);
  const [name = ""] = parts[n] ?? [];
  if (!isStopping) say(`${name}: process ${running.get(name)?.pid}, ${addressOf(n)}`);
}
if (!isStopping)
  say(`All are behind http://localhost:${port}. Kill one, and watch it come back. Ctrl-C stops all.`);
