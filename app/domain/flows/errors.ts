import { conflict, errorsOf, invalid, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** Refusals of this room, with their texts. */
export const flowsError = errorsOf({
  "flow.too_many": conflict(m.errors_flow_too_many),
  "flow.too_many_steps": conflict(m.errors_flow_too_many_steps),
  "flow.too_many_tests": conflict(m.errors_flow_too_many_tests),
  "flow.invalid": invalid(said),
  "flow.step_in_use": conflict(m.errors_flow_step_in_use),
  "flow.not_publishable": conflict(m.errors_flow_not_publishable),
  "flow.tests_fail": conflict(m.errors_flow_tests_fail),
  "flow.not_live": conflict(m.errors_flow_not_live),
  "flow.running": conflict(m.errors_flow_running),
  "flow.not_running": conflict(m.errors_flow_not_running),
  "flow.opted_out": conflict(m.errors_flow_opted_out),
});
