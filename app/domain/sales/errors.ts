import { conflict, errorsOf, invalid } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const salesError = errorsOf({
  "till.removed": conflict(m.errors_till_removed),
  "till.number_taken": conflict(m.errors_till_number_taken),
  "till.no_keys": conflict(m.errors_till_no_keys),
  "till.not_rotated": conflict(m.errors_till_not_rotated),
  "till.none": conflict(m.errors_till_none),
  "payment_request.bad_amount": conflict(m.errors_payment_request_bad_amount),
  "payment_request.no_phone": conflict(m.errors_payment_request_no_phone),
  "payment_request.ended": conflict(m.errors_payment_request_ended),
  "payment_request.prompt_open": conflict(m.errors_payment_request_prompt_open),
  "payment_request.nothing_left": conflict(m.errors_payment_request_nothing_left),
  "till_payment.matched": conflict(m.errors_till_payment_matched),
  "till_payment.not_waiting": conflict(m.errors_till_payment_not_waiting),
  "till_payment.not_refundable": conflict(m.errors_till_payment_not_refundable),
  "till_payment.refund_open": conflict(m.errors_till_payment_refund_open),
  "till_payment.no_operator": conflict(m.errors_till_payment_no_operator),
  "till_difference.closed": conflict(m.errors_till_difference_closed),
  "order.state": conflict(m.errors_order_state),
  "order.not_draft": conflict(m.errors_order_not_draft),
  "order.repeated": conflict(m.errors_order_repeated),
  "order.empty": conflict(m.errors_order_empty),
  "order.no_price": conflict(m.errors_order_no_price),
  "order.no_contact": conflict(m.errors_order_no_contact),
  "order.no_refund": conflict(m.errors_order_no_refund),
  "order.out_of_stock": conflict(m.errors_order_out_of_stock),
  "order.discount_too_large": invalid(m.errors_order_discount_too_large),
  "order.too_many_lines": conflict(m.errors_order_too_many_lines),
  "product.code_taken": conflict(m.errors_product_code_taken),
});
