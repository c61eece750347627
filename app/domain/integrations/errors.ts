import { conflict, errorsOf, invalid, said, unavailable } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const integrationsError = errorsOf({
  "rule.invalid": invalid(said),
  "connection.attempt_over": conflict(m.errors_this_connection_was_not_begun_here),
  "connection.keys_needed": invalid(m.errors_give_the_paybill_with_its_keys),
  "connection.not_connected": conflict(m.errors_the_service_is_not_connected_any),
  "connection.not_offered": conflict(m.errors_cant_be_connected_here_yet),
  "connection.refused": conflict(m.errors_refused),
  "connection.shop_needed": invalid(m.errors_give_the_address_of_your_shop),
  "connection.unreachable": unavailable(m.errors_does_not_answer_try_again_later),
  "rule.no_contact": conflict(m.rules_note_no_contact),
  "rule.no_conversation": conflict(m.rules_note_no_conversation),
  "rule.tags_full": conflict(m.checks_a_contact_has_at_most_tags),
  "rule.no_phone": conflict(m.rules_note_no_phone),
  "rule.webhook_refused": conflict(m.rules_note_answered),
  "rule.too_many": conflict(m.errors_there_can_be_rules_at_most),
});
