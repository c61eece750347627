import { errorsOf, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const integrationsError = /* @__PURE__ */ errorsOf({
  "rule.invalid": { kind: "invalid", text: said },
  "connection.attempt_over": {
    kind: "conflict",
    text: m.errors_this_connection_was_not_begun_here,
  },
  "connection.keys_needed": { kind: "invalid", text: m.errors_give_the_paybill_with_its_keys },
  "connection.not_connected": { kind: "conflict", text: m.errors_the_service_is_not_connected_any },
  "connection.not_offered": { kind: "conflict", text: m.errors_cant_be_connected_here_yet },
  "connection.refused": { kind: "conflict", text: m.errors_refused },
  "connection.shop_needed": { kind: "invalid", text: m.errors_give_the_address_of_your_shop },
  "connection.unreachable": { kind: "unavailable", text: m.errors_does_not_answer_try_again_later },
  "rule.no_contact": { kind: "conflict", text: m.rules_note_no_contact },
  "rule.no_conversation": { kind: "conflict", text: m.rules_note_no_conversation },
  "rule.tags_full": { kind: "conflict", text: m.checks_a_contact_has_at_most_tags },
  "rule.no_phone": { kind: "conflict", text: m.rules_note_no_phone },
  "rule.webhook_refused": { kind: "conflict", text: m.rules_note_answered },
  "rule.too_many": { kind: "conflict", text: m.errors_there_can_be_rules_at_most },
});
