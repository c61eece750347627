import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Why the last sync was not complete. */
const problems: Readonly<Record<string, string>> = lazy({
  denied: m.catalogues_problem_denied,
  lost: m.catalogues_problem_lost,
  gone: m.catalogues_problem_gone,
  unreachable: m.catalogues_problem_unreachable,
  too_many: m.catalogues_problem_too_many,
});

export const catalogueProblemWords = (problem: string): string =>
  problems[problem] ?? m.catalogues_problem_unreachable();
