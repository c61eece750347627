// Plain JavaScript for any Node.js from 20 on: it runs before the project's own Node.js is there.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { ensureMessages } from "./messages.mjs";
import { beginStep, logDescriptor } from "./steps.mjs";

export const root = path.join(import.meta.dirname, "..");
const neededNode = 24;

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * What keeps `node_modules` from being what the lock file says, or undefined when it is.
 * npm notes what it installed in `node_modules/.package-lock.json`, as its very last step.
 */
function installGap() {
  const lockFile = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(lockFile)) return "the packages are not installed yet";
  const installed = readJson(lockFile).packages;
  for (const [where, wanted] of Object.entries(readJson(path.join(root, "package-lock.json")).packages)) {
    if (where === "" || wanted.link) continue;
    const found = installed[where];
    if (!found && (wanted.optional || wanted.devOptional || wanted.peer)) continue;
    if (found?.version !== wanted.version) return `${where} is not ${wanted.version}`;
  }
  return undefined;
}

/** @param {string} binary @returns {number} The major version of a Node.js binary, 0 when it does not run. */
function majorOf(binary) {
  const version = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return Number(/^v(\d+)/.exec(version.stdout ?? "")?.[1] ?? 0);
}

/** The Node.js that runs the project: the one that npm installed, else this one when it is new enough. */
function findNode() {
  const brought = path.join(root, "node_modules", ".bin", "node");
  if (existsSync(brought) && majorOf(brought) >= neededNode) return brought;
  return Number(process.versions.node.split(".")[0]) >= neededNode ? process.execPath : undefined;
}

/** Runs npm, its output in the log file. @param {string[]} args */
function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith("js") ? [process.execPath, [cli]] : ["npm", []];
  const env = { ...process.env };
  // `npm start --omit=dev` or NODE_ENV=production would leave out build dependencies.
  delete env.NODE_ENV;
  delete env.npm_config_omit;
  const log = logDescriptor();
  return (
    spawnSync(command, [...first, ...args], { cwd: root, stdio: ["ignore", log, log], env }).status === 0
  );
}

/**
 * Installs the packages of the lock file when they are not there, and returns the path of a Node.js that is new
 * enough for the project. Exits with 1 and a hint when the packages can't be had.
 * @returns {string}
 */
export function ensureInstalled() {
  const gap = installGap();
  if (gap) {
    const end = beginStep(`Installing packages with npm ci (${gap})`);
    if (!end(npm(["ci", "--no-audit", "--no-fund"]))) {
      console.error("The packages could not be installed: see npm's message above.");
      process.exit(1);
    }
  }
  if (!findNode()) {
    const end = beginStep(`Fetching Node.js ${neededNode} (this machine has ${process.version})`);
    end(npm(["rebuild", "node", "--no-audit", "--no-fund"]));
  }
  const node = findNode();
  if (!node) {
    console.error(
      `This project runs on Node.js ${neededNode}. npm could not bring it (are install scripts switched off?). Install Node.js ${neededNode}, or run: npm rebuild node`,
    );
    process.exit(1);
  }
  if (!ensureMessages(node)) process.exit(1);
  return node;
}

/**
 * The environment of a child process: the project's tools and its Node.js come first.
 * @param {string} node
 */
export function environmentWith(node) {
  const tools = path.join(root, "node_modules", ".bin");
  return { ...process.env, PATH: [path.dirname(node), tools, process.env.PATH].join(path.delimiter) };
}
