import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");

/** The fonts of the generic families in each set of `fonts/`: Android's and the Linux desktops'. */
const families = {
  noto: { "sans-serif": "Noto Sans", serif: "Noto Serif", monospace: "Noto Sans" },
  dejavu: { "sans-serif": "DejaVu Sans", serif: "DejaVu Serif", monospace: "DejaVu Sans Mono" },
};
export type FontSet = keyof typeof families;

/**
 * The environment in which a program finds the fonts of one set and none of the machine's, through
 * fontconfig: text has the same width on every machine.
 */
export function environmentOfFonts(set: FontSet): Record<string, string> {
  const aliases = Object.entries(families[set]).map(
    ([generic, family]) =>
      `<alias binding="strong"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  const home = path.join(root, "node_modules", ".cache", "test-fonts", set);
  const file = path.join(home, "fonts.conf");
  const text = [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>',
    `<dir>${path.join(import.meta.dirname, "fonts", set)}</dir>`,
    `<cachedir>${path.join(home, "cache")}</cachedir>`,
    ...aliases,
    "</fontconfig>",
  ].join("\n");
  mkdirSync(path.join(home, "cache"), { recursive: true });
  // Another test file's browser may be reading it.
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
  return { FONTCONFIG_FILE: file };
}
