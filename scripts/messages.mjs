// Plain JavaScript for any Node.js from 20 on: it runs before the project's own Node.js is there.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { beginStep, logDescriptor } from "./steps.mjs";

const root = path.join(import.meta.dirname, "..");
const compiled = path.join(root, ".messages");
const stampFile = path.join(compiled, ".stamp");

/** A hash over all inputs of the functions. */
function inputHash() {
  const hash = createHash("sha256").update(readFileSync(path.join(root, "package-lock.json")));
  const texts = readdirSync(path.join(root, "messages"), { recursive: true, encoding: "utf8" });
  for (const name of [...texts.filter((text) => text.endsWith(".json")).sort()])
    hash.update(`${name}\0`).update(readFileSync(path.join(root, "messages", name)));
  return hash.update(readFileSync(path.join(root, "project.inlang", "settings.json"))).digest("hex");
}

/**
 * Makes typed functions (`#messages`) of the texts in `messages/` when they have changed.
 * @param {string} node
 * @returns {boolean} Whether they are up to date now.
 */
export function ensureMessages(node) {
  const hash = inputHash();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash) return true;
  const cli = path.join(root, "node_modules", "@inlang", "paraglide-js", "bin", "run.js");
  const options = [
    "--project",
    "project.inlang",
    "--outdir",
    ".messages",
    "--output-structure",
    "locale-modules",
  ];
  const extras = ["--no-emit-readme", "--no-emit-git-ignore", "--silent"];
  const end = beginStep("Compiling the translations");
  const log = logDescriptor();
  const args = [cli, "compile", ...options, ...extras, "--strategy", "globalVariable", "baseLocale"];
  if (!end(spawnSync(node, args, { cwd: root, stdio: ["ignore", log, log] }).status === 0)) return false;
  writeFileSync(stampFile, hash);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !ensureMessages(process.execPath)) process.exit(1);
