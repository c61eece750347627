import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { offeredLocales } from "#app/platform/locale.ts";
import type { ScriptsByLocale } from "#app/web/screens.server.ts";

/**
 * The screens as `npm run build` made them, and the script of each language besides the build's own.
 * @throws where there is no build.
 */
export async function builtScreens(root: string): Promise<{
  build: ServerBuild;
  assets: ScriptsByLocale;
}> {
  const folder = path.join(root, "build", "server");
  const entry = path.join(folder, "index.js");
  if (!existsSync(entry)) throw new Error("There is no build. Run: npm run build");
  const assets: ScriptsByLocale = {};
  for (const locale of offeredLocales) {
    const file = path.join(folder, `assets.${locale}.json`);
    if (existsSync(file)) assets[locale] = JSON.parse(readFileSync(file, "utf8"));
  }
  return { build: (await import(pathToFileURL(entry).href)) as ServerBuild, assets };
}
