import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const recordError = /* @__PURE__ */ errorsOf({
  "webhook_endpoint.bad_url": { kind: "invalid", text: "{said}" },
  "webhook_endpoint.too_many": {
    kind: "conflict",
    text: "An organisation has at most {mostEndpoints} endpoints. Delete one that is not used.",
  },
});
