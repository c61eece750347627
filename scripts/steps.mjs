// Plain JavaScript for any Node.js from 20 on: it runs before the project's own Node.js is there.
import { mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** Where the tools of a command write: `logs/start.log` for `npm start`. Each run replaces it. */
export const logFile = path.join(
  import.meta.dirname,
  "..",
  "logs",
  `${path.basename(process.argv[1] ?? "command").replace(/\.\w+$/, "")}.log`,
);
const shownOfLog = 20;

/** @type {number | undefined} */
let opened;

/** The log file, for `stdio` of a child process. @returns {number} */
export function logDescriptor() {
  if (opened === undefined) {
    mkdirSync(path.dirname(logFile), { recursive: true });
    opened = openSync(logFile, "w");
  }
  return opened;
}

/** @param {string} text One short line about what happens. */
export const say = (text) => console.log(`▸ ${text}`);

/** Prints the end of the log file and its name. */
export function showLog() {
  logDescriptor();
  const lines = readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-shownOfLog);
  console.error([...lines.map((line) => `  ${line}`), `Everything is in ${logFile}`].join("\n"));
}

/**
 * Prints the title of a step. The returned function ends it with its duration, or with the end of the log where it failed.
 * @param {string} title
 * @returns {(ok: boolean) => boolean} Returns what it is given.
 */
export function beginStep(title) {
  const startedAt = Date.now();
  process.stdout.write(`▸ ${title} … `);
  return (ok) => {
    const seconds = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    console.log(ok ? seconds : `failed after ${seconds}`);
    if (!ok) showLog();
    return ok;
  };
}
