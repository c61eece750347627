import { errorsOf, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const flowsError = /* @__PURE__ */ errorsOf({
  "flow.too_many": { kind: "conflict", text: m.errors_an_organisation_has_at_most_100 },
  "flow.too_many_steps": { kind: "conflict", text: m.errors_a_flow_has_at_most_60 },
  "flow.too_many_tests": { kind: "conflict", text: m.errors_a_flow_has_at_most_100 },
  "flow.invalid": { kind: "invalid", text: said },
  "flow.step_in_use": {
    kind: "conflict",
    text: m.errors_other_steps_lead_to_this_one,
  },
  "flow.not_publishable": {
    kind: "conflict",
    text: m.errors_the_draft_has_problems_repair_them,
  },
  "flow.tests_fail": {
    kind: "conflict",
    text: m.errors_of_tests_fail_repair_the_flow,
  },
  "flow.not_live": { kind: "conflict", text: m.errors_the_flow_is_not_live_publish },
  "flow.running": {
    kind: "conflict",
    text: m.errors_a_flow_is_running_in_this,
  },
  "flow.not_running": { kind: "conflict", text: m.errors_no_flow_is_running_in_this },
  "flow.opted_out": { kind: "conflict", text: m.errors_this_contact_wants_no_messages_so },
});
