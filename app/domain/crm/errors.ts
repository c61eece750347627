import { conflict, errorsOf } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const crmError = errorsOf({
  "deal.moved": conflict(m.errors_somebody_else_moved_this_deal_to),
  "stage.no_outcome": conflict(m.errors_none_of_your_stages_means_add),
  "stage.last_open": conflict(m.errors_new_deals_need_a_stage_that),
  "stage.name_taken": conflict(m.errors_there_is_a_stage_of_this),
  "stage.in_use": conflict(m.errors_in_this_stage_move_them_to),
  "stage.kind_in_use": conflict(m.errors_there_are_deals_in_this_stage),
  "stage.too_many": conflict(m.errors_there_can_be_stages_at_most),
});
