import { existsSync } from "node:fs";
import path from "node:path";
import programs from "./programs.json" with { type: "json" };

/** Every file that Node.js runs directly. The build bundles each of them (vite.config.ts). */
export type Program = keyof typeof programs;

/** The project's folder. Sources and bundle are at different depths. */
export const projectRoot = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json"))) folder = path.dirname(folder);
  return folder;
})();

/** Whether this process runs the bundle rather than the sources. */
export const isBundled = !import.meta.filename.endsWith(".ts");

export const bundleFolder = path.join(projectRoot, "build", "server");

/** The file of a program, from the bundle or the sources, as this process runs. */
export const programFile = (name: Program): string =>
  isBundled ? path.join(bundleFolder, `${name}.js`) : path.join(projectRoot, programs[name]);

/**
 * A file read at run time, by its path from the project's folder. The build copies it (scripts/build.mjs).
 */
export const codeFile = (file: string): string =>
  path.join(isBundled ? path.join(projectRoot, "build", "files") : projectRoot, file);
