import { DomainError, errorsOf, unavailable } from "#app/platform/errors.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { m } from "#messages";
import { GraphError, GraphUnreachable } from "./graph.server.ts";

export const metaError = errorsOf({
  "meta.unreachable": unavailable(m.errors_meta_unreachable),
});

/** Codes that a member can act on (facts/whatsapp-cloud-api.md §9); others show Meta's own text. */
const words: Record<string, () => string> = {
  "meta.4": m.errors_meta_rate_limited,
  "meta.10": m.errors_meta_permission_missing,
  "meta.190": m.errors_meta_access_expired,
  "meta.200": m.errors_meta_account_access_missing,
  "meta.368": m.errors_meta_account_restricted,
  "meta.80007": m.errors_meta_too_many_changes,
  "meta.131031": m.errors_meta_account_locked,
  "meta.133005": m.errors_meta_number_has_pin,
  "meta.133006": m.errors_meta_number_not_verified,
  "meta.133008": m.errors_meta_too_many_wrong_pins,
  "meta.133009": m.errors_meta_pin_too_fast,
  "meta.133015": m.errors_meta_number_just_deleted,
  "meta.133016": m.errors_meta_registered_too_often,
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
