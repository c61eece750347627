import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { offeredLocales } from "#app/platform/locale/locale.ts";
import { bundleFolder } from "#app/platform/run/programs.ts";
import type { ScriptsByLocale } from "./screens.server.ts";

/** The script of each language besides the build's own, from `npm run build`. */
export function scriptsByLocale(): ScriptsByLocale {
  const assets: ScriptsByLocale = {};
  for (const locale of offeredLocales) {
    const file = path.join(bundleFolder, `assets.${locale}.json`);
    if (existsSync(file)) assets[locale] = JSON.parse(readFileSync(file, "utf8"));
  }
  return assets;
}
