import { DomainError, errorsOf, unavailable } from "#app/platform/errors.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { m } from "#messages";
import { GraphError, GraphUnreachable } from "./graph.server.ts";

export const metaError = errorsOf({
  "meta.unreachable": unavailable(m.errors_meta_does_not_answer_at_the_moment),
});

/** Codes that a member can act on (facts/whatsapp-cloud-api.md §9); others show Meta's own text. */
const words: Record<string, () => string> = {
  "meta.4": m.errors_meta_is_limiting_our_calls_at_the,
  "meta.10": m.errors_meta_has_not_given_us_the_permission,
  "meta.190": m.errors_meta_no_longer_accepts_our_access_to,
  "meta.200": m.errors_meta_has_not_given_us_access_to,
  "meta.368": m.errors_meta_has_restricted_this_whatsapp_account_se,
  "meta.80007": m.errors_meta_limits_how_many_changes_an_account,
  "meta.131031": m.errors_meta_has_locked_this_whatsapp_account_see,
  "meta.133005": m.errors_this_number_has_a_two_step_verification,
  "meta.133006": m.errors_this_number_is_not_verified_yet_verify,
  "meta.133008": m.errors_too_many_wrong_pins_meta_asks_to,
  "meta.133009": m.errors_the_pin_was_tried_too_fast_wait,
  "meta.133015": m.errors_this_number_was_deleted_a_moment_ago,
  "meta.133016": m.errors_this_number_was_registered_too_often_meta,
};

/** The texts of `metaRefusal`. */
export const metaTexts = catalogue({ "meta.answered": m.errors_meta_answered, ...words });

/** Whether Meta refuses the token itself: the account must be connected again. */
export const isTokenRefused = (error: unknown): boolean => error instanceof GraphError && error.code === 190;

/**
 * Whether Meta refuses our access rather than the request (facts/whatsapp-cloud-api.md §9): token or
 * permission.
 */
export const isAccessRefused = (error: unknown): boolean =>
  error instanceof GraphError &&
  (error.code === 10 || error.code === 190 || (error.code >= 200 && error.code <= 299));

/** A transient failure, `unavailable`; a rate limit, `too_many`; a permanent refusal, `conflict`. */
function kindOf({ code, status, isTransient }: GraphError) {
  if (code === 4 || code === 80007) return "too_many";
  return isTransient || status >= 500 || code === 1 || code === 2 ? "unavailable" : "conflict";
}

/**
 * A failed call to Meta as text for the member. `code` is the dotted code of the refusal; other errors pass
 * unchanged.
 */
export function metaRefusal(error: unknown, code = "meta.refused"): unknown {
  if (error instanceof GraphUnreachable) {
    return metaError("meta.unreachable", { cause: error, retryAfterSeconds: 60 });
  }
  if (!(error instanceof GraphError)) return error;
  const said = [error.userTitle, error.userMessage ?? error.details].filter(Boolean).join(": ");
  const key = `meta.${error.code}`;
  const known = words[key];
  const values = { said: said || error.message };
  return new DomainError(kindOf(error), code, known?.() ?? m.errors_meta_answered(values), {
    cause: error,
    refused: known ? { key, values: {} } : { key: "meta.answered", values },
  });
}
