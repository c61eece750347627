import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { beginStep } from "../../scripts/steps.mjs";
import { readmeSteps } from "../support/deployment.ts";
import { freePort } from "../support/processes.ts";
import { type Count, command, nothingToRun, root } from "./stage.ts";

const shownLines = 25;

/** Waits for the last words of `npm start`, and returns all lines until then. */
function welcomeOf(starting: ChildProcess): Promise<string[]> {
  let printed = "";
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("password:")) resolve(printed.trimEnd().split("\n"));
    };
    starting.stdout?.on("data", read);
    starting.stderr?.on("data", read);
    starting.once("close", () => resolve([...printed.split("\n"), "it ended"]));
  });
}

/** `npm start` on a fresh clone, neither installed nor built: true when it greets within a screenful. */
async function startsFresh(clone: string, scratch: string): Promise<boolean> {
  const names = ["PORT", "GRAPH", "DARAJA", "CARDS", "ETIMS", "SMS", "AI", "INTEGRATIONS"];
  const ports: Record<string, string> = {};
  for (const name of names) ports[name === "PORT" ? name : `${name}_SIM_PORT`] = String(await freePort());
  const { NODE_ENV: _, ...surrounding } = process.env;
  const env = { ...surrounding, ...ports, DATA_DIR: path.join(scratch, "data-start") };
  const starting = spawn("npm", ["start"], {
    cwd: clone,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines = await welcomeOf(starting);
  console.log(lines.join("\n"));
  const hasEnded = lines.at(-1) === "it ended";
  if (!hasEnded) {
    const ended = new Promise((resolve) => starting.once("close", resolve));
    process.kill(-starting.pid!, "SIGTERM");
    await ended;
  }
  if (lines.length > shownLines)
    console.error(`npm start printed ${lines.length} lines, more than ${shownLines}`);
  return !hasEnded && lines.length <= shownLines;
}

/** The steps of the README on a fresh clone: install, build, start as a deployment, and `npm start` on another clone. */
export async function checkDeployment(scratch: string, env: NodeJS.ProcessEnv): Promise<Count> {
  const failed = { ...nothingToRun(), failed: 1 };
  const clones = ["deployed", "started"].map((name) => path.join(scratch, name));
  const [deployed, started] = clones as [string, string];
  for (const clone of clones)
    if ((await command("git", ["clone", "--quiet", root, clone])) !== 0) return failed;
  for (const step of readmeSteps().filter((line) => line.startsWith("npm "))) {
    const [file = "", ...args] = step.split(" ");
    const end = beginStep(step);
    if (!end((await command(file, args, { cwd: deployed, isLogged: true })) === 0)) return failed;
  }
  const vitest = path.join(deployed, "node_modules", "vitest", "vitest.mjs");
  const config = ["--config", "tests/e2e/vitest.config.ts", "tests/e2e/deploy.test.ts"];
  const options = { cwd: deployed, env: { ...env, NODE_ENV: "test" } };
  if ((await command(process.execPath, [vitest, "run", ...config], options)) !== 0) return failed;
  return (await startsFresh(started, scratch)) ? { ...nothingToRun(), passed: 2 } : { ...failed, passed: 1 };
}
