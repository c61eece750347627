import { DomainError, type ErrorKind } from "#app/platform/errors.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { receiveLimit } from "./fieldRules.ts";

/** A refusal that stands at the field of the form. */
export function mediaRefused(code: string, message: string, kind: ErrorKind = "invalid"): DomainError {
  return new DomainError(kind, `media.${code}`, message, { fields: { file: message } });
}

/** Why a file is not here, as members read it. */
export const problemWords: Record<string, string> = lazy({
  gone: m.errors_media_problem_gone,
  too_large: () => m.errors_media_problem_too_large({ size: megabytes(receiveLimit) }),
  changed: m.errors_media_problem_changed,
  program: m.errors_media_problem_program,
  infected: m.errors_media_problem_infected,
  unreachable: m.errors_media_problem_unreachable,
  not_connected: m.errors_media_problem_not_connected,
});
