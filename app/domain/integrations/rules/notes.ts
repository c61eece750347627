import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** Texts of a rule's log. */
export const ruleNote = notesOf({
  "rule.template_queued": m.rules_note_template_queued,
  "rule.tag_added": m.rules_note_tag_added,
  "rule.has_tag": m.rules_note_has_tag,
  "rule.taken": m.rules_note_already_assigned,
  "rule.assigned": m.rules_note_assigned,
  "rule.deal_created": m.rules_note_deal_created,
  "rule.task_created": m.rules_note_task_created,
  "rule.payment_requested": m.rules_note_payment_requested,
  "rule.order_created": m.rules_note_order_created,
  "rule.answered": m.rules_response,
  "rule.flow_started": m.rules_note_flow_started,
  "rule.enrolled": m.rules_note_enrolled,
  "rule.in_sequence": m.rules_note_in_sequence,
  "rule.switched_off": m.rules_note_switched_off,
  "rule.loop": m.rules_note_loop,
  "rule.flood": m.rules_note_flood,
  "rule.our_side": m.rules_note_unexpected_error,
});
