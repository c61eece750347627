// `npm start`: installs and builds what is missing, then serves. Plain JavaScript for any Node.js from 20 on.
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, environmentWith, root } from "./install.mjs";
import { nodeEnvironment } from "./nodeSettings.mjs";
import { beginStep, logDescriptor, logFile, say, showLog } from "./steps.mjs";

const node = ensureInstalled();
const development = process.argv.includes("--dev");
if (!development && !(await ensureBuilt(node))) process.exit(1);

const program = development ? ["server.ts"] : ["build", "server", "server.js"];
// Deployments and developers read the log in the terminal; other users get errors there, and the rest in a
// file.
const keepsLog = !development && !process.env.DATABASE_URL && !process.env.LOG_LEVEL;
const endStart = keepsLog ? beginStep("Starting the database and the server") : () => undefined;
if (!keepsLog) say(development ? "Starting in development." : "Starting.");
const server = spawn(node, [path.join(root, ...program), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ["inherit", keepsLog ? "pipe" : "inherit", keepsLog ? "pipe" : "inherit"],
  env: {
    NODE_ENV: development ? "development" : "production",
    ...nodeEnvironment,
    ...environmentWith(node),
  },
});
// A terminal sends Ctrl-C to both processes; a service manager signals only this one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
let isListening = false;
/** The server's log goes to the file, and what it says in words to the terminal. @param {string} line */
function show(line) {
  const isLogged = line.startsWith("{");
  if (isLogged) writeSync(logDescriptor(), `${line}\n`);
  if (line.includes('"msg":"listening"')) {
    isListening = true;
    endStart(true);
  }
  if (!isLogged) console.log(line);
  else if (isListening && /^\{"level":[56]0/.test(line)) say(`The server reports an error: see ${logFile}`);
}
if (server.stdout) createInterface({ input: server.stdout }).on("line", show);
if (server.stderr) createInterface({ input: server.stderr }).on("line", (line) => console.error(line));
server.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
// `close` comes after the last line.
server.once("close", (code, signal) => {
  const ended = code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1);
  if (ended !== 0 && keepsLog && isListening) showLog();
  else if (ended !== 0) endStart(false);
  process.exit(ended);
});
