import { DomainError, errorsOf } from "#app/platform/errors.ts";
import { GraphError, GraphUnreachable } from "./graph.server.ts";

const metaError = errorsOf({
  "meta.unreachable": {
    kind: "unavailable",
    text: "Meta does not answer at the moment. Nothing is lost: please try again in a minute.",
  },
});

/** Codes whose meaning a member can act on (facts/whatsapp-cloud-api.md §9); others show Meta's own words. */
const words: Record<number, string> = {
  4: "Meta is limiting our calls at the moment. Please try again in a few minutes.",
  10: "Meta has not given us the permission for this. Connect the account again and accept all permissions.",
  190: "Meta no longer accepts our access to this account. Connect it again on WhatsApp Setup.",
  200: "Meta has not given us access to this account. Connect it again and accept all permissions.",
  368: "Meta has restricted this WhatsApp account. See WhatsApp Manager for the reason.",
  80007: "Meta limits how many changes an account may make in an hour. Please try again later.",
  131031: "Meta has locked this WhatsApp account. See WhatsApp Manager for the reason.",
  133005:
    "This number has a two-step verification PIN. Enter that PIN, or switch it off in WhatsApp Manager, and try again.",
  133006: "This number is not verified yet. Verify it in WhatsApp Manager, and try again.",
  133008: "Too many wrong PINs. Meta asks to wait before the next try.",
  133009: "The PIN was tried too fast. Wait a minute and try again.",
  133015: "This number was deleted a moment ago. Wait five minutes and try again.",
  133016: "This number was registered too often. Meta blocks further tries for 72 hours.",
};

/** Whether Meta refuses the token itself: the account must be connected again. */
export const isTokenRefused = (error: unknown): boolean => error instanceof GraphError && error.code === 190;

/** Whether Meta refuses our access and not what was asked (facts/whatsapp-cloud-api.md §9): token or permission. */
export const isAccessRefused = (error: unknown): boolean =>
  error instanceof GraphError &&
  (error.code === 10 || error.code === 190 || (error.code >= 200 && error.code <= 299));

/** A failure that passes by itself, `unavailable`; a limit of calls, `too_many`; a refusal for good, `conflict`. */
function kindOf({ code, status, isTransient }: GraphError) {
  if (code === 4 || code === 80007) return "too_many";
  return isTransient || status >= 500 || code === 1 || code === 2 ? "unavailable" : "conflict";
}

/**
 * A failed call to Meta in words for the member. `code` is the dotted code of the refusal; errors of another kind pass unchanged.
 */
export function metaRefusal(error: unknown, code = "meta.refused"): unknown {
  if (error instanceof GraphUnreachable) {
    return metaError("meta.unreachable", { cause: error, retryAfterSeconds: 60 });
  }
  if (!(error instanceof GraphError)) return error;
  const said = [error.userTitle, error.userMessage ?? error.details].filter(Boolean).join(": ");
  const message = words[error.code] ?? `Meta answered: ${said || error.message}`;
  return new DomainError(kindOf(error), code, message, { cause: error });
}
