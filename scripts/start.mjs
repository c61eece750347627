// `npm start`: installs and builds what is missing, then serves. Plain JavaScript for any Node.js from 20 on.
import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, environmentWith, root, say } from "./install.mjs";

const node = ensureInstalled();
const development = process.argv.includes("--dev");
const serves = (process.env.ROLES ?? "web").includes("web");
if (!development && serves && !(await ensureBuilt(node))) process.exit(1);

say(development ? "Starting in development." : "Starting.");
const server = spawn(node, [path.join(root, "server.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: {
    NODE_ENV: development ? "development" : "production",
    // Passwords, pictures and compression share these threads; Node's own four would let one kind hold up all others.
    UV_THREADPOOL_SIZE: "16",
    ...environmentWith(node),
  },
});
// A terminal sends Ctrl-C to both processes; a service manager signals only this one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
server.once("exit", (code, signal) =>
  process.exit(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)),
);
