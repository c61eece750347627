import { conflict, errorsOf } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const crmError = errorsOf({
  "deal.moved": conflict(m.errors_deal_moved),
  "stage.no_outcome": conflict(m.errors_stage_no_outcome),
  "stage.last_open": conflict(m.errors_stage_last_open),
  "stage.name_taken": conflict(m.errors_stage_name_taken),
  "stage.in_use": conflict(m.errors_stage_in_use),
  "stage.kind_in_use": conflict(m.errors_stage_kind_in_use),
  "stage.too_many": conflict(m.errors_stage_too_many),
});
