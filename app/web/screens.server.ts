import { createRequestHandler, type ServerBuild } from "react-router";
import type { Locale } from "#app/platform/locale.ts";
import { createCanonicalPaths } from "./canonicalPath.server.ts";

/** The script of other languages than the build's own. */
export type ScriptsByLocale = Partial<Record<Locale, ServerBuild["assets"]>>;

export interface Screens {
  of: ServerBuild;
  answer: Record<Locale, ReturnType<typeof createRequestHandler>>;
  canonicalPath: ReturnType<typeof createCanonicalPaths>;
}

/** A build answers in each language with the script that has its words. */
export function screensOf(build: ServerBuild, assets: ScriptsByLocale, mode: string): Screens {
  const answer = (locale: Locale) =>
    createRequestHandler({ ...build, assets: assets[locale] ?? build.assets }, mode);
  return {
    of: build,
    answer: { en: answer("en"), sw: answer("sw"), fr: answer("fr") },
    canonicalPath: createCanonicalPaths(build.routes),
  };
}
