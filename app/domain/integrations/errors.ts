import { conflict, errorsOf, invalid, said, unavailable } from "#app/platform/errors.ts";
import { m } from "#messages";

/** Refusals of this room, with their texts. */
export const integrationsError = errorsOf({
  "rule.invalid": invalid(said),
  "connection.attempt_over": conflict(m.errors_connection_attempt_over),
  "connection.not_connected": conflict(m.errors_connection_not_connected),
  "connection.not_offered": conflict(m.errors_connection_not_offered),
  "connection.refused": conflict(m.errors_connection_refused),
  "connection.shop_needed": invalid(m.errors_connection_shop_needed),
  "connection.unreachable": unavailable(m.errors_connection_unreachable),
  "rule.no_contact": conflict(m.rules_note_no_contact_error),
  "rule.no_conversation": conflict(m.rules_note_no_conversation_error),
  "rule.tags_full": conflict(m.checks_contact_too_many_tags),
  "rule.no_phone": conflict(m.rules_note_no_phone_error),
  "rule.webhook_refused": conflict(m.rules_response),
  "rule.too_many": conflict(m.errors_rule_too_many),
});
