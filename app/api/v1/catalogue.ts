import { maxJsonBytes } from "#app/api/json.ts";
import { maxSnoozeDays } from "#app/domain/messaging/conversations/snoozeTimes.ts";
import { type ErrorKind, statusOfKind } from "#app/platform/errors.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { callsAMinute } from "./admit.server.ts";

interface Refusal {
  kind: ErrorKind;
  /** What happened. */
  what: () => string;
  /** What the caller does about it. */
  todo: () => string;
}

const refusal = (kind: ErrorKind, what: () => string, todo: () => string): Refusal => ({ kind, what, todo });
const missing = refusal("not_found", m.api_error_missing_what, m.api_error_missing_fix);

/** Every code that the API returns, each with a page of the documentation in the reader's language. */
export const catalogue: Readonly<Record<string, Refusal>> = {
  "auth.key_required": refusal(
    "unauthenticated",
    m.api_error_key_required_what,
    m.api_error_key_required_fix,
  ),
  "key.scope_missing": refusal("forbidden", m.api_error_scope_missing_what, m.api_error_scope_missing_fix),
  "key.test_mode": refusal("forbidden", m.api_error_test_mode_what, m.api_error_test_mode_fix),
  "rate_limit.exceeded": refusal(
    "too_many",
    () => m.api_error_rate_limit_what({ most: formatCount(callsAMinute) }),
    m.api_error_rate_limit_fix,
  ),
  "request.invalid": refusal("invalid", m.api_error_invalid_what, m.api_error_invalid_fix),
  "request.bad_cursor": refusal("invalid", m.api_error_bad_cursor_what, m.api_error_bad_cursor_fix),
  "request.malformed_json": refusal(
    "invalid",
    m.api_error_malformed_json_what,
    m.api_error_malformed_json_fix,
  ),
  "request.not_json": refusal("invalid", m.api_error_not_json_what, m.api_error_not_json_fix),
  "request.unreadable_text": refusal(
    "invalid",
    m.api_error_unreadable_text_what,
    m.api_error_unreadable_text_fix,
  ),
  "request.too_large": refusal(
    "too_large",
    () =>
      m.api_error_too_large_what({ most: m.common_megabytes({ n: formatCount(maxJsonBytes / 2 ** 20) }) }),
    m.api_error_too_large_fix,
  ),
  "request.no_such_call": refusal("not_found", m.api_error_no_such_call_what, m.api_error_no_such_call_fix),
  "idempotency.bad_key": refusal(
    "invalid",
    m.api_error_idempotency_invalid_what,
    m.api_error_idempotency_invalid_fix,
  ),
  "idempotency.key_reused": refusal(
    "conflict",
    m.api_error_idempotency_reused_what,
    m.api_error_idempotency_reused_fix,
  ),
  "idempotency.in_flight": refusal(
    "conflict",
    m.api_error_request_in_flight_what,
    m.api_error_request_in_flight_fix,
  ),
  "server.unexpected": refusal("unavailable", m.api_error_unexpected_what, m.api_error_unexpected_fix),
  "server.busy": refusal("unavailable", m.api_error_busy_what, m.api_error_busy_fix),
  "message.not_found": missing,
  "message.no_content": refusal("invalid", m.api_error_no_content_what, m.api_error_no_content_fix),
  "message.not_cancellable": refusal(
    "conflict",
    m.api_error_not_cancellable_what,
    m.api_error_not_cancellable_fix,
  ),
  "template.not_found": missing,
  "template.language_needed": refusal(
    "invalid",
    m.api_error_language_needed_what,
    m.api_error_language_needed_fix,
  ),
  "template.not_sendable": refusal("conflict", m.api_error_not_sendable_what, m.api_error_not_sendable_fix),
  "template.variables_missing": refusal(
    "invalid",
    m.api_error_values_missing_what,
    m.api_error_values_missing_fix,
  ),
  "template.file_missing": refusal("invalid", m.api_error_file_missing_what, m.api_error_file_missing_fix),
  "template.value_refused": refusal("invalid", m.api_error_value_refused_what, m.api_error_value_refused_fix),
  "template.too_many_parameters": refusal(
    "invalid",
    m.api_error_too_many_parameters_what,
    m.api_error_too_many_parameters_fix,
  ),
  "organisation.suspended": refusal("forbidden", m.api_error_suspended_what, m.api_error_suspended_fix),
  "contact.not_found": missing,
  "contact.bad_field": refusal("invalid", m.api_error_bad_field_what, m.api_error_bad_field_fix),
  "contact.bad_phone": refusal("invalid", m.api_error_bad_phone_what, m.api_error_bad_phone_fix),
  "contact.no_identity": refusal("invalid", m.api_error_no_identity_what, m.api_error_no_identity_fix),
  "contact.phone_taken": refusal("conflict", m.api_error_phone_taken_what, m.api_error_phone_taken_fix),
  "contact.opted_out": refusal("conflict", m.api_error_opted_out_what, m.api_error_opted_out_fix),
  "contact.no_consent": refusal("conflict", m.api_error_no_consent_what, m.api_error_no_consent_fix),
  "conversation.not_found": missing,
  "conversation.bad_move": refusal("conflict", m.api_error_bad_move_what, m.api_error_bad_move_fix),
  "conversation.bad_snooze": refusal("invalid", m.api_error_bad_snooze_what, () =>
    m.api_error_bad_snooze_fix({ days: maxSnoozeDays }),
  ),
  "conversation.window_closed": refusal(
    "conflict",
    m.api_error_window_closed_what,
    m.api_error_window_closed_fix,
  ),
  "conversation.no_phone": refusal("conflict", m.api_error_no_phone_what, m.api_error_no_phone_fix),
  "conversation.number_disconnected": refusal(
    "conflict",
    m.api_error_number_disconnected_what,
    m.api_error_number_disconnected_fix,
  ),
  "whatsapp_number.not_found": missing,
  "whatsapp_number.none_connected": refusal(
    "conflict",
    m.api_error_none_connected_what,
    m.api_error_none_connected_fix,
  ),
  "wallet.too_little": refusal("payment_required", m.api_error_too_little_what, m.api_error_too_little_fix),
  "billing.no_rate_card": refusal("unavailable", m.api_error_no_price_what, m.api_error_no_price_fix),
  "campaign.not_found": missing,
  "campaign.bad_audience": refusal("invalid", m.api_error_bad_audience_what, m.api_error_bad_audience_fix),
  "campaign.bad_numbers": refusal("invalid", m.api_error_bad_numbers_what, m.api_error_bad_numbers_fix),
  "campaign.no_audience": refusal("invalid", m.api_error_no_audience_what, m.api_error_no_audience_fix),
  "campaign.no_recipients": refusal("invalid", m.api_error_no_recipients_what, m.api_error_no_recipients_fix),
  "campaign.scheduled_in_past": refusal("invalid", m.api_error_in_past_what, m.api_error_in_past_fix),
  "campaign.wrong_status": refusal("conflict", m.api_error_wrong_status_what, m.api_error_wrong_status_fix),
  "campaign.price_changed": refusal(
    "conflict",
    m.api_error_price_changed_what,
    m.api_error_price_changed_fix,
  ),
  "campaign.template_not_approved": refusal(
    "conflict",
    m.api_error_not_approved_what,
    m.api_error_not_approved_fix,
  ),
  "campaign.template_unsupported": refusal(
    "conflict",
    m.api_error_unsupported_what,
    m.api_error_unsupported_fix,
  ),
  "campaign.number_not_connected": refusal(
    "conflict",
    m.api_error_number_disconnected_what,
    m.api_error_number_disconnected_fix,
  ),
  "campaign.value_refused": refusal("invalid", m.api_error_value_refused_what, m.api_error_value_refused_fix),
  "campaign.variables_missing": refusal(
    "invalid",
    m.api_error_sources_missing_what,
    m.api_error_sources_missing_fix,
  ),
  "deal.not_found": missing,
  "stage.not_found": missing,
  "stage.no_outcome": refusal("conflict", m.api_error_no_outcome_what, m.api_error_no_outcome_fix),
  "task.not_found": missing,
  "member.not_found": missing,
  "product.not_found": missing,
  "product.code_taken": refusal("conflict", m.api_error_code_taken_what, m.api_error_code_taken_fix),
  "order.not_found": missing,
  "order.state": refusal("conflict", m.api_error_order_state_what, m.api_error_order_state_fix),
  "order.empty": refusal("conflict", m.api_error_order_empty_what, m.api_error_order_empty_fix),
  "order.out_of_stock": refusal("conflict", m.api_error_out_of_stock_what, m.api_error_out_of_stock_fix),
  "order.discount_too_large": refusal("invalid", m.api_error_discount_what, m.api_error_discount_fix),
  "payment_request.not_found": missing,
  "till.not_found": missing,
  "catalogue.bad_message": refusal(
    "invalid",
    m.api_error_product_message_what,
    m.api_error_product_message_fix,
  ),
  "catalogue.not_connected": refusal("conflict", m.api_error_no_catalogue_what, m.api_error_no_catalogue_fix),
  "product.not_in_catalogue": refusal(
    "conflict",
    m.api_error_not_in_catalogue_what,
    m.api_error_not_in_catalogue_fix,
  ),
  "book.not_found": missing,
  "book.archived": refusal("conflict", m.api_error_book_closed_what, m.api_error_book_closed_fix),
  "due.not_found": missing,
  "due.closed": refusal("conflict", m.api_error_due_closed_what, m.api_error_due_closed_fix),
  "due.no_contact": refusal("conflict", m.api_error_due_no_contact_what, m.api_error_due_no_contact_fix),
  "sequence.not_found": missing,
  "enrolment.not_found": missing,
  "sequence.not_on": refusal("conflict", m.api_error_sequence_off_what, m.api_error_sequence_off_fix),
  "sequence.needs_date": refusal("invalid", m.api_error_needs_date_what, m.api_error_needs_date_fix),
  "sequence.opted_out": refusal("conflict", m.api_error_opted_out_what, m.api_error_opted_out_fix),
  "till.none": refusal("conflict", m.api_error_no_till_what, m.api_error_no_till_fix),
  "till.no_keys": refusal("conflict", m.api_error_till_no_keys_what, m.api_error_till_no_keys_fix),
  "till.removed": refusal("conflict", m.api_error_till_removed_what, m.api_error_till_removed_fix),
  "payment_request.no_phone": refusal(
    "conflict",
    m.api_error_request_no_phone_what,
    m.api_error_request_no_phone_fix,
  ),
  "payment_request.ended": refusal("conflict", m.api_error_request_ended_what, m.api_error_request_ended_fix),
  "payment_request.nothing_left": refusal(
    "conflict",
    m.api_error_request_amount_what,
    m.api_error_request_amount_fix,
  ),
  "payment_request.prompt_open": refusal(
    "conflict",
    m.api_error_prompt_open_what,
    m.api_error_prompt_open_fix,
  ),
  "webhook_endpoint.not_found": missing,
  "webhook_endpoint.bad_url": refusal("invalid", m.api_error_bad_url_what, m.api_error_bad_url_fix),
  "webhook_endpoint.too_many": refusal(
    "conflict",
    m.api_error_too_many_endpoints_what,
    m.api_error_too_many_endpoints_fix,
  ),
  "webhook_delivery.not_found": missing,
  "event.not_found": missing,
  "file.not_found": missing,
  "media.missing": refusal("invalid", m.api_error_no_file_what, m.api_error_no_file_fix),
  "media.incomplete": refusal("invalid", m.api_error_file_incomplete_what, m.api_error_file_incomplete_fix),
  "media.empty": refusal("invalid", m.api_error_file_empty_what, m.api_error_file_empty_fix),
  "media.not_allowed": refusal(
    "invalid",
    m.api_error_file_not_allowed_what,
    m.api_error_file_not_allowed_fix,
  ),
  "media.lies": refusal("invalid", m.api_error_file_name_what, m.api_error_file_name_fix),
  "media.too_large": refusal("too_large", m.api_error_file_too_large_what, m.api_error_file_too_large_fix),
  "media.bad_picture": refusal("invalid", m.api_error_bad_picture_what, m.api_error_bad_picture_fix),
  "media.infected": refusal("invalid", m.api_error_file_infected_what, m.api_error_file_empty_fix),
  "media.scanner_unavailable": refusal(
    "unavailable",
    m.api_error_scanner_down_what,
    m.api_error_scanner_down_fix,
  ),
  "media.storage_full": refusal("conflict", m.api_error_storage_full_what, m.api_error_storage_full_fix),
  "media.not_ready": refusal("conflict", m.api_error_file_not_ready_what, m.api_error_request_in_flight_fix),
  "media.not_here": refusal("conflict", m.api_error_file_not_here_what, m.api_error_file_not_here_fix),
  "media.of_message": refusal("conflict", m.api_error_file_of_message_what, m.api_error_file_of_message_fix),
  "media.one_source": refusal("invalid", m.api_error_one_source_what, m.api_error_one_source_fix),
  "media.bad_link": refusal("invalid", m.api_error_bad_url_what, m.api_error_bad_url_fix),
  "media.link_failed": refusal("invalid", m.api_error_link_failed_what, m.api_error_link_failed_fix),
};

/** The errors of any call. */
export const commonCodes = [
  "auth.key_required",
  "key.scope_missing",
  "rate_limit.exceeded",
  "request.invalid",
  "request.unreadable_text",
  "server.busy",
  "server.unexpected",
] as const;

export const statusOf = (code: string): number | undefined => {
  const known = catalogue[code];
  return code === "server.unexpected" ? 500 : known && statusOfKind[known.kind];
};
