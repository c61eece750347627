import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const integrationsError = /* @__PURE__ */ errorsOf({
  "rule.invalid": { kind: "invalid", text: "{said}" },
  "connection.attempt_over": {
    kind: "conflict",
    text: "This connection was not begun here, or too long ago. Begin again.",
  },
  "connection.keys_needed": { kind: "invalid", text: "Give the paybill with its keys." },
  "connection.not_connected": { kind: "conflict", text: "The service is not connected any more." },
  "connection.not_offered": { kind: "conflict", text: "{vendor} can't be connected here yet." },
  "connection.refused": { kind: "conflict", text: "{service} refused: {message}" },
  "connection.shop_needed": { kind: "invalid", text: "Give the address of your shop." },
  "connection.unreachable": { kind: "unavailable", text: "{service} does not answer. Try again later." },
  "rule.too_many": { kind: "conflict", text: "There can be {mostRules} rules at most." },
});
