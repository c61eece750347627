import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The party that can fix a failed message. */
export type WhoActs = "you" | "recipient" | "meta" | "support";

export interface FailureReason {
  /** What happened, in a sentence for a member. */
  text: string;
  who: WhoActs;
  /** What that one can do. */
  advice: string;
  /** Hours after the failure from which on sending the same message again can succeed; null when it never can. */
  retryAfterHours: number | null;
}

const reason = (
  text: () => string,
  who: WhoActs,
  advice: () => string,
  retryAfterHours: number | null = null,
): FailureReason => lazy({ text, who, advice, retryAfterHours });

const later = m.labels_send_it_again_later;
const reconnect = m.labels_connect_whatsapp_again_under_whatsapp_setup;
const fixTemplate = m.labels_check_the_template_and_the_values;

/** Ours, since Meta said nothing: whether it took a message is not known. */
export const answerLost = -1;
export const neverAnswered = "Meta never said whether it took this message.";

/** Ours: the contact opted out or was deleted before the turn of this message came, so it was not posted. */
export const noLongerWanted = -2;

/** Ours: Meta does not answer anyone, so the message waits until it does. */
export const metaIsDown = -3;

/** Meta's error codes in plain words (facts/whatsapp-cloud-api.md §9). */
const reasons: Record<number, FailureReason> = {
  [answerLost]: reason(
    m.labels_whatsapp_did_not_say_whether_it,
    "recipient",
    m.labels_ask_the_person_whether_it_arrived,
  ),
  [noLongerWanted]: reason(
    m.labels_it_was_not_sent_before_its,
    "recipient",
    m.labels_send_it_again_when_they_agree,
    0,
  ),
  [metaIsDown]: reason(m.labels_whatsapp_does_not_answer_at_the, "meta", m.labels_we_try_again_by_ourselves),
  0: reason(m.labels_whatsapp_did_not_accept_our_access, "you", reconnect, 0),
  1: reason(m.labels_whatsapp_could_not_read_the_request, "meta", later, 0),
  2: reason(m.labels_whatsapp_was_overloaded_for_a_moment, "meta", later, 0),
  3: reason(m.labels_the_whatsapp_account_lacks_a_permission, "you", reconnect, 0),
  4: reason(m.labels_too_many_calls_to_whatsapp_in, "you", later, 0),
  10: reason(m.labels_the_permission_to_send_was_not, "you", reconnect, 0),
  33: reason(
    m.labels_the_business_number_was_deleted,
    "you",
    m.labels_connect_another_number_under_whatsapp_setup,
  ),
  100: reason(
    m.labels_whatsapp_found_a_mistake_in_the,
    "support",
    m.labels_contact_support_with_this_message,
  ),
  104: reason(m.labels_whatsapp_did_not_accept_the_signature, "you", reconnect, 0),
  190: reason(m.labels_the_access_to_the_whatsapp_account, "you", reconnect, 0),
  200: reason(m.labels_the_permission_to_send_was_taken, "you", reconnect, 0),
  368: reason(
    m.labels_whatsapp_restricted_the_account_for_breaking,
    "you",
    m.labels_appeal_in_metas_business_support,
    0,
  ),
  80007: reason(m.labels_the_account_made_too_many_calls, "you", later, 0),
  130403: reason(
    m.labels_the_business_has_blocked_this_person,
    "you",
    m.labels_unblock_the_person_to_write_again,
  ),
  130429: reason(m.labels_more_messages_than_the_number_may, "you", later, 0),
  130472: reason(m.labels_whatsapp_left_this_person_out_for, "meta", m.labels_nothing_can_be_done),
  130497: reason(m.labels_the_account_may_not_send_to, "you", m.labels_ask_meta_to_open_the_country),
  131000: reason(m.labels_whatsapp_failed_for_an_unknown_reason, "meta", later, 0),
  803: reason(m.labels_whatsapp_does_not_know_the_business, "you", reconnect, 0),
  131005: reason(m.labels_whatsapp_denied_access, "you", reconnect, 0),
  131008: reason(m.labels_a_value_that_the_template_needs, "you", fixTemplate),
  131009: reason(m.labels_a_value_in_the_message_is, "you", fixTemplate),
  131016: reason(m.labels_whatsapp_was_not_available_for_a, "meta", later, 0),
  131021: reason(m.labels_the_recipient_is_the_sending_number, "you", m.labels_take_this_number_out_of_your),
  131026: reason(
    m.labels_the_number_is_not_on_whatsapp,
    "recipient",
    m.labels_check_the_number_with_the_person,
  ),
  131030: reason(m.labels_a_test_number_may_only_send, "you", m.labels_add_the_number_to_the_list),
  131031: reason(
    m.labels_the_whatsapp_account_is_locked,
    "you",
    m.labels_see_metas_business_support_for_the,
    0,
  ),
  131037: reason(m.labels_the_display_name_of_the_number, "you", m.labels_get_the_name_approved_at_meta, 0),
  131042: reason(
    m.labels_there_is_a_problem_with_the,
    "you",
    m.labels_check_the_payment_method_in_whatsapp,
    0,
  ),
  131045: reason(
    m.labels_the_number_is_not_registered_for,
    "you",
    m.labels_register_it_again_under_whatsapp_setup,
    0,
  ),
  131047: reason(m.labels_more_than_24_hours_passed_since, "you", m.labels_send_a_template_instead),
  131048: reason(
    m.labels_the_number_is_limited_because_people,
    "you",
    m.labels_send_less_and_to_people_who,
    0,
  ),
  131049: reason(
    m.labels_whatsapp_held_it_back_this_person,
    "recipient",
    m.labels_retry_after_a_day_at_the,
    24,
  ),
  131050: reason(
    m.labels_this_person_stopped_marketing_from_your,
    "recipient",
    m.labels_leave_the_person_out_of_marketing,
  ),
  131051: reason(m.labels_this_type_of_message_is_not, "support", m.labels_contact_support_with_this_message),
  131052: reason(m.labels_the_persons_file_could_not_be, "meta", m.labels_ask_the_person_to_send_it),
  131053: reason(m.labels_the_file_of_the_message_could, "you", m.labels_check_the_file_and_send_again, 0),
  131056: reason(m.labels_too_many_messages_to_the_same, "support", later, 0),
  131057: reason(m.labels_the_account_was_under_maintenance_at, "meta", later, 0),
  131062: reason(m.labels_this_kind_of_message_needs_a, "you", m.labels_add_the_persons_phone_number),
  131063: reason(
    m.labels_marketing_is_switched_off_for_this,
    "you",
    m.labels_switch_it_on_in_whatsapp_manager,
    0,
  ),
  131064: reason(
    m.labels_the_account_is_limited_because_templates,
    "you",
    m.labels_correct_the_categories_of_your_templates,
    0,
  ),
  132000: reason(m.labels_the_number_of_values_did_not, "you", fixTemplate),
  132001: reason(m.labels_the_template_does_not_exist_in, "you", m.labels_check_the_template_under_templates),
  132005: reason(m.labels_with_the_values_filled_in_the, "you", m.labels_use_shorter_values),
  132007: reason(m.labels_the_content_breaks_whatsapps_template_policy, "you", m.labels_change_the_template),
  132012: reason(m.labels_a_value_has_the_wrong_form, "you", fixTemplate),
  132015: reason(
    m.labels_whatsapp_paused_the_template_because_of,
    "you",
    m.labels_wait_until_it_is_active_again,
    0,
  ),
  132016: reason(m.labels_whatsapp_disabled_the_template, "you", m.labels_create_a_new_template),
  132018: reason(m.labels_a_value_has_line_breaks_or, "you", fixTemplate),
  133000: reason(
    m.labels_the_number_could_not_be_registered,
    "you",
    m.labels_register_it_again_under_whatsapp_setup,
    0,
  ),
  133004: reason(m.labels_whatsapps_registration_service_was_not_avail, "meta", later, 0),
  133010: reason(m.labels_the_number_is_not_registered, "you", m.labels_register_it_under_whatsapp_setup, 0),
  137000: reason(
    m.labels_the_persons_whatsapp_identity_changed,
    "recipient",
    m.labels_confirm_the_number_with_the_person,
  ),
};

const unknownReason = reason(
  m.labels_whatsapp_did_not_deliver_it,
  "meta",
  m.labels_contact_support_if_it_goes_on,
);

/** Whether there are words of our own for one of Meta's codes. */
export const isKnownCode = (errorCode: number): boolean =>
  errorCode in reasons || (errorCode > 200 && errorCode <= 299);

/** The code as Meta gave it, for whoever looks it up there; null where the reason is ours. */
export const codeOfMeta = (errorCode: number | null): number | null =>
  errorCode === null || errorCode < 0 ? null : errorCode;

/** The reason of a failure in plain words; a code that is not in the list gets a general one. */
export function reasonOf(errorCode: number | null): FailureReason {
  if (errorCode === null) return unknownReason;
  if (errorCode > 200 && errorCode <= 299) return reasons[200]!;
  return reasons[errorCode] ?? unknownReason;
}

/** Failures after which the same message can succeed, and after how many hours (facts/whatsapp-cloud-api.md §9). */
export const retryWaits: { errorCode: number; hours: number }[] = Object.entries(reasons).flatMap(
  ([code, { retryAfterHours }]) =>
    retryAfterHours === null ? [] : [{ errorCode: Number(code), hours: retryAfterHours }],
);

/** Meta's codes that are known, in their order. */
export const knownCodes: readonly number[] = Object.keys(reasons)
  .map(Number)
  .filter((code) => code >= 0)
  .sort((a, b) => a - b);
