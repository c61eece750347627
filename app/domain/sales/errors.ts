import { conflict, errorsOf } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const salesError = errorsOf({
  "till.removed": conflict(m.errors_till_removed),
  "till.number_taken": conflict(m.errors_till_number_taken),
  "till.none": conflict(m.errors_till_none),
  "payment_request.no_phone": conflict(m.errors_payment_request_no_phone),
  "payment_request.ended": conflict(m.errors_payment_request_ended),
  "payment_request.prompt_open": conflict(m.errors_payment_request_prompt_open),
  "payment_request.nothing_left": conflict(m.errors_payment_request_nothing_left),
  "till_payment.matched": conflict(m.errors_till_payment_matched),
});
