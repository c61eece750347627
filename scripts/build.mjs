// Plain JavaScript for any Node.js from 20 on: it runs before the project's own Node.js is there.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleReport } from "./bundleReport.mjs";
import { compressAll } from "./compress.mjs";
import { environmentWith, root } from "./install.mjs";
import { ensureMessages } from "./messages.mjs";
import { shortenRouteList } from "./routeList.mjs";
import { beginStep, logDescriptor } from "./steps.mjs";

/** The build's inputs. Tests next to the code are not part of it. */
const inputs = [
  "app",
  "server.ts",
  "simulators",
  "messages",
  "project.inlang",
  "public",
  "scripts/routeList.mjs",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
];
/** What the code reads when it runs, as `codeFile` of app/platform/run/programs.ts finds it. */
const filesOfCode = ["app/db/migrations", "app/domain/accounts/commonPasswords.txt"];
const stampFile = path.join(root, "build", ".stamp");

/** @param {string} at @returns {string[]} */
function filesBelow(at) {
  if (!existsSync(at)) return [];
  if (!statSync(at).isDirectory()) return [at];
  return readdirSync(at)
    .sort()
    .flatMap((name) => (/\.test\.tsx?$|^\./.test(name) ? [] : filesBelow(path.join(at, name))));
}

/** A hash over names and contents of all inputs. */
function inputHash() {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesBelow(path.join(root, input)))) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/** The languages besides English that every screen speaks. @returns {string[]} */
const otherLocales = () =>
  JSON.parse(
    readFileSync(path.join(root, "app", "platform", "locale", "offeredLocales.json"), "utf8"),
  ).filter((/** @type {string} */ locale) => locale !== "en");

const buildDir = path.join(root, "build");
/**
 * Where the other languages are built: not below the folder that the build of English empties.
 * @param {string} locale
 */
const localeDir = (locale) => path.join(root, ".build", locale);

/**
 * The screens' script with the words of one language: a browser gets no words of others, so no page grows by them. The
 * build of English has the programs too, which speak every language.
 * @param {string} node
 * @param {string} locale
 * @returns {Promise<boolean>}
 */
function buildFor(node, locale) {
  const cli = path.join(root, "node_modules", "@react-router", "dev", "bin.js");
  const directory = locale === "en" ? {} : { BUILD_DIRECTORY: localeDir(locale) };
  const building = spawn(node, [cli, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", logDescriptor(), logDescriptor()],
    env: { ...environmentWith(node), NODE_ENV: "production", SCRIPT_LOCALE: locale, ...directory },
  });
  const end = () => building.kill();
  process.once("exit", end);
  return new Promise((resolve) => {
    building.once("close", () => process.off("exit", end));
    building.once("error", () => resolve(false));
    building.once("exit", (code) => resolve(code === 0));
  });
}

/**
 * Lays the script of a language next to that of the others, and what it consists of next to the server's build.
 * @param {string} locale
 */
function takeScripts(locale) {
  const assets = path.join(localeDir(locale), "client", "assets");
  const manifest = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
  const text = readFileSync(path.join(assets, manifest), "utf8");
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  writeFileSync(path.join(buildDir, "server", `assets.${locale}.json`), json);
  cpSync(assets, path.join(buildDir, "client", "assets"), { recursive: true });
}

/**
 * Makes the browser's lists of screens short.
 * @param {string} assets
 */
function shortenRouteLists(assets) {
  for (const name of readdirSync(assets).filter((each) => /^manifest-.*\.js$/.test(each))) {
    const file = path.join(assets, name);
    writeFileSync(file, shortenRouteList(readFileSync(file, "utf8")));
  }
}

/** Whether there is a build of these sources. */
export const isBuilt = (hash = inputHash()) =>
  existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash;

/**
 * Bundles programs and screens when something that they are made of has changed since the last build.
 * @param {string} node
 * @returns {Promise<boolean>} Whether there is an up-to-date build now.
 */
export async function ensureBuilt(node) {
  const hash = inputHash();
  if (isBuilt(hash)) return true;
  rmSync(stampFile, { force: true });
  if (!ensureMessages(node)) return false;
  const end = beginStep("Building the screens");
  const built = await Promise.all(["en", ...otherLocales()].map((locale) => buildFor(node, locale)));
  if (built.includes(false)) return end(false);
  for (const locale of otherLocales()) takeScripts(locale);
  rmSync(path.join(root, ".build"), { recursive: true });
  for (const file of filesOfCode)
    cpSync(path.join(root, file), path.join(buildDir, "files", file), { recursive: true });
  shortenRouteLists(path.join(buildDir, "client", "assets"));
  await compressAll(path.join(buildDir, "client"));
  writeFileSync(stampFile, hash);
  writeSync(logDescriptor(), `${bundleReport(path.join(root, "build", "client")).join("\n")}\n`);
  return end(true);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !(await ensureBuilt(process.execPath)))
  process.exit(1);
