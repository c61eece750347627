// `npm test`: installs what is missing, then runs every stage. Plain JavaScript for any Node.js from 20 on.
import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { ensureInstalled, environmentWith, root } from "./install.mjs";

const node = ensureInstalled();
const run = spawn(node, [path.join(root, "tests", "stages", "run.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
  env: environmentWith(node),
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => run.kill(signal));
run.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
run.once("exit", (code) => process.exit(code ?? 1));
