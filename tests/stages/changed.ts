import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import programs from "#app/platform/run/programs.json" with { type: "json" };
import { places } from "#tests/support/routeTable.ts";
import { root } from "./stage.ts";

/**
 * Files that differ from the last commit, and from the point where this branch left `base`, by path from the
 * root.
 */
export function changedFiles(base?: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return [
    ...new Set([
      ...(base ? git("diff", "--name-only", `${base}...HEAD`) : []),
      ...git("diff", "--name-only", "HEAD"),
      ...git("ls-files", "--others", "--exclude-standard"),
    ]),
  ];
}

const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The files of the project that a file imports. Type-only imports are covered by `types`. */
function importsOf(file: string): string[] {
  if (!/\.(ts|tsx|mjs)$/.test(file) || !existsSync(path.join(root, file))) return [];
  const statement = /^(?:import|export)(?! type\b)[^;"]*?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
  return [...textOf(file).matchAll(statement)]
    .map((match) => (match[1] ?? match[2])!)
    .filter((name) => /^[.#]/.test(name))
    .map((name) => (name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name)));
}

/** These files and everything that they import, directly or not. */
function reachOf(files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  return reached;
}

const isProduct = (file: string) => !/^(tests|docs|deploy|\.)|\.md$|\.test\.tsx?$/.test(file);

const server = reachOf(["server.ts", "scripts/start.mjs", ...Object.values(programs)]);
const frame = reachOf(["app/root.tsx", "app/entry.client.tsx", "app/entry.server.tsx"]);
const screens = places.map(({ path: address, file, ancestors }) => ({
  address,
  reach: reachOf([file, ...ancestors].map((name) => `app/${name}`)),
}));
const screensWith = (file: string) => screens.filter(({ reach }) => reach.has(file));

/** Part of one or several screens, and of nothing shared by all. */
const isOfScreens = (file: string) => !server.has(file) && !frame.has(file) && screensWith(file).length > 0;

/** Whether the sender, the API or the database can behave differently. */
export const reachesServer = (changed: readonly string[]): boolean =>
  changed.some((file) => isProduct(file) && !isOfScreens(file));

const e2e = "tests/e2e";
const everyPage = "tests/support/routeTable.ts";

/** Whether a text contains an address that starts with this one: `/contacts` for `/contacts/:contactId`. */
function names(text: string, address: string): boolean {
  const start = `/${address.split("/")[1]}`;
  return new RegExp(`["'\`]${start.replace(/[^\w/-]/g, "\\$&")}(?![\\w-])`).test(text);
}

/**
 * The browser tests that a change can reach. A screen and what only screens import: the files that visit every page, and
 * those that name the beginning of its address. Anything else of the product, its styles too: all of them. A page that a
 * test reaches by links alone is not seen here, so this is for working; what is merged passes all of `npm test`.
 */
export function browserTestsFor(changed: readonly string[]): string[] {
  const ofAll = reachOf([
    `${e2e}/vitest.config.ts`,
    "tests/support/demoData.ts",
    "tests/support/noSurprises.ts",
  ]);
  const addresses = changed.flatMap((file) => screensWith(file).map(({ address }) => address));
  return readdirSync(path.join(root, e2e))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${e2e}/${name}`)
    .filter((test) => {
      if (reachesServer(changed)) return true;
      const reach = reachOf([test]);
      if (changed.some((file) => reach.has(file) || ofAll.has(file))) return true;
      if (addresses.length === 0) return false;
      const own = [...reach].filter((file) => file.startsWith("tests/"));
      const text = own.map(textOf).join("\n");
      return reach.has(everyPage) || addresses.some((address) => names(text, address));
    });
}
