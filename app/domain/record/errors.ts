import { errorsOf, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const recordError = /* @__PURE__ */ errorsOf({
  "webhook_endpoint.bad_url": { kind: "invalid", text: said },
  "webhook_endpoint.too_many": {
    kind: "conflict",
    text: m.errors_an_organisation_has_at_most_endpoints,
  },
});
