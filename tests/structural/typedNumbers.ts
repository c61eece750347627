/** Names and formats that hold digits. */
const names =
  /\b(M4A|MP[34]|3GP|UTF-8|ISO 8601|E\.164|SOC 2|SHA256|argon2id|base64|n8n|OpenAPI 3\.1|Node\.js 20|Python with 3\.9|USD 1|410 Gone|HTTP \d{3}|\dxx)\b|`[^`]*`|https:\S+/g;
/** Samples of what to enter, to the end of their sentence. */
const samples =
  /\b(?:[Ff]or example|such as|as (?=\d)).*?(?=\. [A-Z]|$)|\+?\d{3,4} \d{3} \d{3}( \d{3})?|\b[A-Z]+\d[A-Z0-9]+\b/g;

/** Numbers that a text may hold, by the reason why no constant is behind them. */
export const numbersByReason: Readonly<Record<string, readonly string[]>> = {
  "A rule of Meta's": [
    ...[
      "api_call_reply_text",
      "api_call_send_message_text",
      "api_error_no_content_fix",
      "api_error_window_closed_what",
      "campaigns_delivery_limit_text",
    ],
    ...[
      "campaigns_delivery_limit_used",
      "campaigns_progress_waiting_for_limit",
      "chat_reasons_131047_meaning",
    ],
    ...["chat_template_empty_text", "chat_window_closed_text", "chat_window_closed_title"],
    ...["checks_number_pin_required", "contacts_message_lead", "errors_conversation_window_closed"],
    ...["errors_meta_registered_too_often", "errors_template_edited_often", "errors_template_edited_today"],
    ...["insights_start_chat_text", "public_docs_replies_about", "public_docs_replies_window_text"],
    ...["templates_delete_approved_text", "templates_edit_review_text", "templates_status_archived_meaning"],
    ...["templates_status_pending_meaning"],
  ],
  "The period that a figure counts": [
    ...["admin_billing_list_in_30_days_hint", "admin_billing_list_margin_30_days"],
    ...["admin_overview_average_meaning", "admin_overview_revenue_30_days", "admin_overview_sent_label"],
    ...["admin_revenue_by_plan_30_days_title", "admin_revenue_category_cost_title"],
    ...["billing_auto_top_up_daily_cap_kes_hint", "bots_list_messages_in_24_hours"],
    ...["chat_late_replies_in_7_days", "flows_list_sessions_in_24_hours", "insights_day_last_14_days_title"],
    ...["insights_health_99th_percentile", "insights_health_days_left_hint"],
    ...["insights_health_failures_7_days_title", "insights_health_no_spending_hint"],
    ...["insights_health_send_times_empty", "insights_health_single_messages_24_hours"],
    ...["integrations_show_done_in_24_hours", "integrations_show_failed_in_24_hours"],
    ...["rules_list_runs_in_24_hours", "rules_try_empty", "rules_try_lead"],
  ],
  "Terms and promises of the public pages": [
    ...["public_case_bank_result", "public_case_county_office_result", "public_case_county_result"],
    ...["public_case_insurance_result", "public_docs_changelog_lead", "public_faq_start_answer"],
    ...["public_feature_support_text", "public_landing_99_9_uptime", "public_landing_go_live_item"],
    ...["public_pricing_go_live", "public_pricing_uptime", "public_privacy_children_text"],
    ...["public_privacy_retention_text", "public_privacy_who_roles", "public_terms_account_text"],
    ...["public_terms_changes_text", "public_terms_closing_text", "public_terms_liability_text"],
    ...["public_terms_prices_text"],
  ],
  "A sample conversation or form": [
    ...["auth_chat_preview_parcel_answer", "auth_chat_preview_parcel_arrival", "public_bank_chat_question"],
    ...["public_enterprise_chat_answer", "public_government_chat_answer", "public_hero_chat_permit"],
    ...["public_kit_text_hint"],
  ],
  "A sample of what to enter": [...["contacts_import_phone_column_text"]],
  "A status of HTTP": [
    ...["api_error_link_failed_fix", "public_docs_go_live_retry_step", "public_docs_replies_download_text"],
    ...["api_call_download_file_text", "api_call_subscribe_text", "public_docs_rule_idempotency"],
    ...["public_docs_rule_rate_limit", "public_docs_webhooks_off_text"],
  ],
  "The first day of a month": [
    ...["billing_plan_confirm_lead", "billing_plan_confirm_planned_done", "billing_plan_lead"],
    ...["billing_plan_next_billing_text", "billing_plan_planned_title"],
  ],
  "None, one, or a scale": [
    ...["checks_activity_time_too_early", "checks_amount_not_positive", "contacts_import_one_rejected_title"],
    ...["events_entry_hold_message", "events_entry_hold_message_to", "flows_crm_due_hint"],
    ...["flows_edit_remind_hint", "flows_satisfaction_about", "organisation_activity_related_entry"],
  ],
  "The format of a number or code of others": [
    ...["account_security_key_facts", "checks_mpesa_receipt_invalid", "checks_partner_code_invalid"],
    ...["checks_paybill_invalid", "errors_idempotency_bad_key", "errors_phone_too_long"],
  ],
};

/** Whether a text has a number that is neither a variable nor part of a name or sample. */
export const hasTypedNumber = (text: string): boolean =>
  /\d/.test(
    text
      .replace(/\{[^}]*\}/g, "")
      .replace(names, "")
      .replace(samples, ""),
  );

/** The keys of messages with numbers typed into them. */
export const typedNumbers = (texts: readonly { key: string; english: string }[]): string[] =>
  texts.filter(({ english }) => hasTypedNumber(english)).map(({ key }) => key);
