import { errorsOf, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const messagingError = /* @__PURE__ */ errorsOf({
  "media.bad_form": { kind: "invalid", text: said },
  "media.scanner_unavailable": {
    kind: "unavailable",
    text: m.errors_files_cant_be_checked_for_viruses,
  },
  "media.not_ready": {
    kind: "conflict",
    text: m.errors_the_file_is_still_on_its,
  },
  "media.not_here": { kind: "conflict", text: m.errors_text_4 },
  "media.of_message": {
    kind: "conflict",
    text: m.errors_this_file_belongs_to_a_message,
  },
  "media.storage_full": {
    kind: "conflict",
    text: m.errors_your_uploaded_files_have_which_is,
  },
  "media.bad_link": { kind: "invalid", text: said },
  "media.link_failed": { kind: "invalid", text: m.errors_the_file_could_not_be_fetched },
  "media.one_source": { kind: "invalid", text: m.errors_give_either_the_id_of_a },
  "message.not_with_whatsapp": {
    kind: "conflict",
    text: m.errors_whatsapp_does_not_have_this_message,
  },
  "campaign.audience_fixed": {
    kind: "conflict",
    text: m.errors_who_gets_this_campaign_follows_from,
  },
  "campaign.not_sent": {
    kind: "conflict",
    text: m.errors_nothing_of_this_campaign_was_sent,
  },
  "campaign.not_a_test_number": {
    kind: "invalid",
    text: m.errors_tests_go_to_your_own_phone,
  },
  "campaign.bad_link": { kind: "invalid", text: said },
  "test_number.too_many": { kind: "conflict", text: m.errors_ten_test_numbers_are_the_most },
  "campaign.bad_audience": { kind: "invalid", text: said },
  "campaign.bad_numbers": { kind: "invalid", text: m.errors_cant_be_used },
  "campaign.no_audience": { kind: "invalid", text: m.errors_choose_who_gets_this_campaign },
  "campaign.no_recipients": {
    kind: "invalid",
    text: m.errors_nobody_is_in_this_audience_import,
  },
  "campaign.no_recipients:left_out": {
    kind: "invalid",
    text: m.errors_nobody_in_this_audience_can_get,
  },
  "campaign.not_draft": {
    kind: "conflict",
    text: m.errors_this_campaign_was_already_started_or,
  },
  "campaign.not_scheduled": {
    kind: "conflict",
    text: m.errors_this_campaign_is_no_longer_scheduled,
  },
  "campaign.nothing_to_retry": { kind: "conflict", text: m.errors_none_of_the_failed_messages_can },
  "campaign.number_not_connected": {
    kind: "conflict",
    text: m.errors_the_number_is_not_connected_connect,
  },
  "campaign.other_account": {
    kind: "invalid",
    text: m.errors_this_template_belongs_to_another_whatsapp,
  },
  "campaign.audience_changed": {
    kind: "conflict",
    text: m.errors_the_audience_has_changed,
  },
  "campaign.price_changed": {
    kind: "conflict",
    text: m.errors_the_price_has_changed_to_for,
  },
  "campaign.scheduled_in_past": {
    kind: "invalid",
    text: m.errors_the_sending_time_has_passed_choose,
  },
  "campaign.still_running": {
    kind: "conflict",
    text: m.errors_wait_until_the_campaign_has_ended,
  },
  "campaign.template_not_approved": {
    kind: "conflict",
    text: m.errors_the_template_is_not_approved_wait,
  },
  "campaign.template_not_approved:started": {
    kind: "conflict",
    text: m.errors_the_template_is_not_approved_wait_2,
  },
  "campaign.template_unsupported": { kind: "conflict", text: said },
  "campaign.value_refused": { kind: "invalid", text: m.errors_text_5 },
  "campaign.variables_missing": { kind: "invalid", text: m.errors_fill_in },
  "campaign.wrong_status": { kind: "conflict", text: m.errors_a_campaign_that_is_cant_be },
  "canned_reply.managers_only": {
    kind: "forbidden",
    text: m.errors_owners_and_admins_write_the_replies,
  },
  "canned_reply.title_taken": { kind: "conflict", text: m.errors_there_is_a_reply_of_this },
  "canned_reply.unknown_variable": { kind: "invalid", text: m.errors_a_variable_is_not_known },
  "conversation.bad_move": {
    kind: "conflict",
    text: m.errors_a_conversation_that_is_cant_be,
  },
  "conversation.no_phone": {
    kind: "conflict",
    text: m.errors_whatsapp_did_not_share_the_phone,
  },
  "conversation.number_disconnected": {
    kind: "conflict",
    text: m.errors_the_whatsapp_number_of_this_conversation,
  },
  "conversation.too_many_labels": {
    kind: "conflict",
    text: m.errors_the_conversation_with_would_have_more,
  },
  "conversation.taken": { kind: "conflict", text: m.errors_has_taken_this_conversation_meanwhile },
  "conversation.taken:let_go": {
    kind: "conflict",
    text: m.errors_somebody_has_let_go_of_this,
  },
  "conversation.window_closed": {
    kind: "conflict",
    text: m.errors_outside_the_24_hour_window_send,
  },
  "draft.too_long": { kind: "invalid", text: m.errors_this_text_is_too_long_to },
  "message.no_content": { kind: "invalid", text: m.errors_give_one_of_template_text_and },
  "message.not_cancellable": {
    kind: "conflict",
    text: m.errors_only_a_message_that_is_still,
  },
  "message.price_changed": {
    kind: "conflict",
    text: m.errors_the_price_has_changed_to_check,
  },
  "template.language_needed": { kind: "invalid", text: m.errors_say_which_language_of_the_template },
  "template.not_sendable": {
    kind: "conflict",
    text: m.errors_the_template_is_not_approved_choose,
  },
  "template.not_sendable:unsupported": { kind: "conflict", text: m.errors_choose_another_template },
  "template.too_many_parameters": { kind: "invalid", text: m.errors_template_unknown_variable },
  "template.too_many_parameters:count": { kind: "invalid", text: m.errors_template_too_many_values },
  "template.too_many_parameters:none": { kind: "invalid", text: m.errors_the_template_has_no_variables },
  "template.value_refused": { kind: "invalid", text: m.errors_a_value_does_not_fit_its },
  "template.variables_missing": { kind: "invalid", text: m.errors_template_values_missing },
  "whatsapp_number.none_connected": {
    kind: "conflict",
    text: m.errors_no_whatsapp_number_is_connected_connect,
  },
});
