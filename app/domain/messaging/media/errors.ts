import { DomainError, type ErrorKind } from "#app/platform/errors.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** A refusal that stands at the field of the form. */
export function mediaRefused(code: string, message: string, kind: ErrorKind = "invalid"): DomainError {
  return new DomainError(kind, `media.${code}`, message, { fields: { file: message } });
}

/** Why a file is not here, as members read it. */
export const problemWords: Record<string, string> = lazy({
  gone: m.errors_whatsapp_no_longer_has_this_file,
  too_large: m.errors_this_file_is_larger_than_100,
  changed: m.errors_what_whatsapp_sent_is_not_the,
  program: m.errors_this_file_is_a_program_and,
  infected: m.errors_the_virus_scanner_found_something_in,
  unreachable: m.errors_this_file_could_not_be_fetched,
  not_connected: m.errors_the_whatsapp_number_was_disconnected_before,
});
