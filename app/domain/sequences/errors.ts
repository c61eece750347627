import { conflict, errorsOf, invalid, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** Refusals of this room, with their texts. */
export const sequencesError = errorsOf({
  "sequence.too_many": conflict(m.errors_sequence_too_many),
  "sequence.too_many_steps": conflict(m.errors_sequence_too_many_steps),
  "sequence.invalid": invalid(said),
  "sequence.step_in_use": conflict(m.errors_flow_step_in_use),
  "sequence.not_ready": conflict(m.errors_sequence_not_ready),
  "sequence.not_on": conflict(m.errors_sequence_not_on),
  "sequence.needs_date": invalid(m.errors_sequence_needs_anchor),
  "sequence.is_on": conflict(m.errors_sequence_is_on),
  "sequence.opted_out": conflict(m.errors_sequence_opted_out),
  "sequence.enrolled_often": conflict(m.errors_sequence_enrolled_often),
  "sequence.no_one": conflict(m.errors_sequence_no_one),
  "sequence.quote_changed": conflict(m.errors_sequence_quote_changed),
});
