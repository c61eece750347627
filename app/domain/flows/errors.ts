import { conflict, errorsOf, invalid, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const flowsError = errorsOf({
  "flow.too_many": conflict(m.errors_an_organisation_has_at_most_100),
  "flow.too_many_steps": conflict(m.errors_a_flow_has_at_most_60),
  "flow.too_many_tests": conflict(m.errors_a_flow_has_at_most_100),
  "flow.invalid": invalid(said),
  "flow.step_in_use": conflict(m.errors_other_steps_lead_to_this_one),
  "flow.not_publishable": conflict(m.errors_the_draft_has_problems_repair_them),
  "flow.tests_fail": conflict(m.errors_of_tests_fail_repair_the_flow),
  "flow.not_live": conflict(m.errors_the_flow_is_not_live_publish),
  "flow.running": conflict(m.errors_a_flow_is_running_in_this),
  "flow.not_running": conflict(m.errors_no_flow_is_running_in_this),
  "flow.opted_out": conflict(m.errors_this_contact_wants_no_messages_so),
});
