// Draws the icons that app/ui/icon.tsx names into app/ui/icons.svg, one file for all screens.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";

export const spriteFile = path.join(root, "app", "ui", "icons.svg");

/** The names of the icons that screens use. @returns {string[]} */
export function iconNames() {
  const text = readFileSync(path.join(root, "app", "ui", "icon.tsx"), "utf8");
  return [...text.matchAll(/^ {2}\| "([\w-]+)"/gm)].map(([, name]) => name ?? "");
}

/** @param {Record<string, string>} attributes */
const written = ({ key: _, ...attributes }) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

/** One icon by the file of its library. @param {string} name */
async function symbolOf(name) {
  const { __iconData: icon } = await import(`lucide-react/icons/${name}`);
  const shapes = icon.node.map(
    (/** @type {[string, Record<string, string>]} */ [tag, attributes]) => `<${tag}${written(attributes)}/>`,
  );
  return `<symbol id="${name}" viewBox="0 0 ${icon.size} ${icon.size}">${shapes.join("")}</symbol>`;
}

/** The sprite file with all icons. @returns {Promise<string>} */
export async function drawSprite() {
  const symbols = await Promise.all(iconNames().map(symbolOf));
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    "<!-- Icons of Lucide, lucide.dev, under the ISC licence. Made by scripts/icons.mjs. -->",
    ...symbols,
    "</svg>",
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(spriteFile, await drawSprite());
