// Runs a program of app/platform/run/programs.json: `node scripts/run.mjs admin someone@example.co.ke`.
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isBuilt } from "./build.mjs";
import { root } from "./install.mjs";

/** @type {Record<string, string>} */
const programs = JSON.parse(readFileSync(path.join(root, "app", "platform", "run", "programs.json"), "utf8"));

/**
 * Runs a program in this process: from the bundle while it is of these sources, else from the sources.
 * @param {string} name
 */
export async function run(name) {
  const source = programs[name];
  if (!source) throw new Error(`There is no program ${name}. Programs: ${Object.keys(programs).join(", ")}`);
  const fromSources = process.argv.includes("--dev") || !isBuilt();
  const file = path.join(root, fromSources ? source : `build/server/${name}.js`);
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = ""] = process.argv.splice(2, 1);
  await run(name);
}
