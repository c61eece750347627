// Plain JavaScript for any Node.js from 20 on.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readRouteList } from "./routeList.mjs";

/** The budget of a first visit, brotli, in bytes: tests/e2e/budgets.test.ts checks every page against it. */
const workspaceScriptBudget = 130 * 1024;
const workspaceStyleBudget = 30 * 1024;
const shell = "routes/shell/shell";
const listed = 8;

/** @param {number} bytes */
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);

/**
 * A short table of the heaviest screens of the workspace, as lines of text. The pages around it bring no script, and
 * their style within the page.
 * @param {string} clientDir Folder of the client build, compressed files next to the plain ones.
 */
export function bundleReport(clientDir) {
  const assets = path.join(clientDir, "assets");
  const files = readdirSync(assets);
  /** @param {string} name */
  const bytesOf = (name) => {
    const file = path.join(assets, path.basename(name));
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  };
  /** @param {RegExp} pattern */
  const find = (pattern) => files.find((name) => pattern.test(name)) ?? "";
  const manifestFile = find(/^manifest-.*\.js$/);
  const manifest = readRouteList(readFileSync(path.join(assets, manifestFile), "utf8"));
  const style = bytesOf(find(/^app-.*\.css$/));

  const screens = Object.values(manifest.routes).flatMap((route) => {
    const branch = [];
    for (let at = route; at; at = manifest.routes[at.parentId ?? ""]) branch.unshift(at);
    if (!branch.some(({ id }) => id === shell) || route.id === shell) return [];
    const scripts = new Set([manifestFile]);
    for (const part of [manifest.entry, ...branch])
      for (const name of [part.module, ...part.imports]) scripts.add(path.basename(name));
    const address = `/${branch.flatMap((part) => part.path || []).join("/")}`;
    return {
      address,
      files: scripts.size,
      bytes: [...scripts].reduce((sum, name) => sum + bytesOf(name), 0),
    };
  });
  screens.sort((a, b) => b.bytes - a.bytes);
  return [
    `Heaviest of ${screens.length} screens, brotli, nothing cached:`,
    "    script    style  files  screen",
    ...screens
      .slice(0, listed)
      .map(({ address, files, bytes }) => `${kb(bytes)}${kb(style)}${String(files).padStart(7)}  ${address}`),
    `${kb(workspaceScriptBudget)}${kb(workspaceStyleBudget)}         budget (style: with the page's HTML)`,
  ];
}
