import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "..", "..");

/** What is made by tools or while running. */
const notSource = new Set([
  "node_modules",
  "build",
  ".build",
  ".bench",
  "data",
  "logs",
  "test-results",
  ".git",
  ".messages",
  ".react-router",
]);

export interface SourceFile {
  /** From the project's root, with `/`. */
  path: string;
  text: string;
}

function walk(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const at = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return notSource.has(entry.name) ? [] : walk(at);
    return entry.isFile() ? [at] : [];
  });
}

/** Every file of the project that people wrote, by path. */
export const allPaths: readonly string[] = walk("").sort();

/** The text files among them whose path fits. */
export function sourceFiles(fits: RegExp): SourceFile[] {
  return allPaths
    .filter((file) => fits.test(file) && !/\.(png|jpe?g|webp|ico|woff2?|pdf)$/.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), "utf8") }));
}

/** `path:line` of every match, so that a failure says where. */
export function places(file: SourceFile, pattern: RegExp): string[] {
  const global = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return [...file.text.matchAll(global)].map((match) => {
    const line = file.text.slice(0, match.index).split("\n").length;
    return `${file.path}:${line}`;
  });
}

/** The source without comments: rules speak of code. Strings that hold comment signs are rare enough to live with. */
export const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/(^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
