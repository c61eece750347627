import { errorsOf } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const consoleError = /* @__PURE__ */ errorsOf({
  "invoice.not_open:settled": { kind: "conflict", text: m.errors_nothing_is_to_be_paid_for },
  "invoice.not_open:disputed": {
    kind: "conflict",
    text: m.errors_this_invoice_is_disputed_resolve_the,
  },
  "bank_reference.other_amount": { kind: "invalid", text: m.errors_statement_and_invoice_differ },
  "bank_reference.taken": {
    kind: "conflict",
    text: m.errors_this_bank_reference_was_settled_already,
  },
  "invoice.no_address": { kind: "conflict", text: m.errors_nobody_of_this_organisation_has_an },
  "invoice.no_transfer": {
    kind: "conflict",
    text: m.errors_no_bank_transfer_was_announced_for,
  },
  "invoice.not_open:as_it_is": {
    kind: "conflict",
    text: m.errors_is_already_nothing_is_to_be,
  },
  "invoice.reconciled": {
    kind: "conflict",
    text: m.errors_has_reconciled_already_with_bank_reference,
  },
  "invoice.reminded_today": {
    kind: "conflict",
    text: m.errors_a_reminder_of_this_invoice_was,
  },
  "payment_date.ahead": { kind: "invalid", text: m.errors_this_day_is_still_to_come },
  "price.notice_too_short": {
    kind: "invalid",
    text: m.errors_choose_or_a_later_day_the,
  },
  "rate.known": { kind: "conflict", text: m.errors_there_is_a_price_from_this_2 },
  "rate.not_ahead": {
    kind: "invalid",
    text: m.errors_choose_tomorrow_or_a_later_day_2,
  },
  "support.no_owner": { kind: "conflict", text: m.errors_nobody_owns_this_organisation },
  "support.none": { kind: "conflict", text: m.errors_you_look_at_no_organisations_workspace },
  "support.of_staff": { kind: "conflict", text: m.errors_this_is_an_organisation_of_administrators },
  "support.switched_off": { kind: "forbidden", text: m.errors_has_switched_the_support_view_off },
  "work_item.taken": { kind: "conflict", text: m.errors_has_taken_this_already },
  "administrator.yourself": { kind: "conflict", text: m.errors_your_own_account_is_changed_by },
  "administrator.last_owner": { kind: "conflict", text: m.errors_no_other_owner_can_sign_in },
  "administrator.email_taken": { kind: "conflict", text: m.errors_an_administrator_needs_an_email },
  "administrator.not_suspended": { kind: "conflict", text: m.errors_administrator_is_not_suspended },
  "job.none": { kind: "conflict", text: m.errors_no_job_is_there_to_be },
  "job.wrong_state:cancel": { kind: "conflict", text: m.errors_only_a_job_that_waits_can },
  "job.wrong_state:retry": { kind: "conflict", text: m.errors_only_a_failed_job_can_be },
  "organisation.not_suspended": { kind: "conflict", text: m.errors_is_not_suspended },
  "organisation.of_staff": {
    kind: "conflict",
    text: m.errors_administrators_belong_to_this_organisation_s,
  },
  "override.ends_too_late": { kind: "invalid", text: m.errors_choose_a_day_within_a_year },
  "override.ends_too_soon": { kind: "invalid", text: m.errors_choose_today_or_a_later_day },
  "override.not_found": { kind: "not_found", text: m.errors_there_is_no_override_of_the },
  "switch.not_found": { kind: "not_found", text: m.errors_this_is_not_switched_off },
  "template.not_in_review": { kind: "conflict", text: m.errors_this_template_does_not_wait_for },
  "whatsapp.not_connected:to_suspend": { kind: "conflict", text: m.errors_only_a_connected_account_can_be },
  "whatsapp.not_suspended_by_staff": {
    kind: "conflict",
    text: m.errors_nobody_of_the_platform_has_suspended,
  },
});
