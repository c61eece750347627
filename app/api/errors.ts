import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const apiError = /* @__PURE__ */ errorsOf({
  "handset.bad_form": { kind: "invalid", text: "This form is not complete." },
  "handset.no_file": { kind: "invalid", text: "Choose a file of at most 20 MB." },
  "support.hidden": { kind: "forbidden", text: "The support view does not show this." },
  "support.never:here": { kind: "forbidden", text: "Support never does this in a workspace." },
  "support.never": { kind: "forbidden", text: "This belongs to the person alone, not to support." },
  "support.read_only": {
    kind: "forbidden",
    text: "The support view is read only. Ask to act, with a second reason, where something must be changed.",
  },
  "api.no_such_call": { kind: "not_found", text: "There is no {method} {path}." },
  "auth.forbidden": { kind: "forbidden", text: "Your role does not allow this." },
  "auth.key_required": {
    kind: "unauthenticated",
    text: "The API key is missing or no longer valid. Send a key from the Developers page as “Authorization: Bearer <key>”.",
  },
  "auth.required": { kind: "unauthenticated", text: "Please sign in." },
  "auth.second_factor_required": {
    kind: "forbidden",
    text: "Administrators need two-step verification. Set up an authenticator app first.",
  },
  "events.too_many_streams": {
    kind: "too_many",
    text: "{maxStreams} of your pages already update live. Close one of them, or refresh this page yourself.",
  },
  "idempotency.bad_key": {
    kind: "invalid",
    text: "An Idempotency-Key has 1 to 255 visible ASCII characters.",
  },
  "key.scope_missing": { kind: "forbidden", text: "This key lacks the scope {scope}." },
  "key.test_mode": { kind: "forbidden", text: "A test key cannot make this call. Use a live key." },
  "request.bad_cursor": { kind: "invalid", text: "Give `next_cursor` as an answer gave it." },
  "request.cross_site": {
    kind: "forbidden",
    text: "This request came from another site. Open the page again and retry.",
  },
  "request.invalid": { kind: "invalid", text: "{said}" },
  "request.malformed_json": { kind: "invalid", text: "The body is not a JSON object." },
  "request.no_such_call": { kind: "not_found", text: "There is no {method} {path}." },
  "request.not_json": { kind: "invalid", text: "Send the body as “Content-Type: application/json”." },
  "request.too_large": { kind: "too_large", text: "The request is larger than 1 MB. Send less at once." },
  "request.unreadable_text": {
    kind: "invalid",
    text: "The text has a character that can't be stored. Type it instead of pasting it.",
  },
  "request.unreadable_text:by_api": { kind: "invalid", text: "A text has a character that can't be stored." },
});
