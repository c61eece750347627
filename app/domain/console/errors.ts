import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const consoleError = /* @__PURE__ */ errorsOf({
  "invoice.not_open:settled": { kind: "conflict", text: "Nothing is to be paid for this invoice any more." },
  "invoice.not_open:disputed": {
    kind: "conflict",
    text: "This invoice is disputed. Resolve the dispute first; until then nobody is reminded.",
  },
  "bank_reference.other_amount": { kind: "invalid", text: "{text}." },
  "bank_reference.taken": {
    kind: "conflict",
    text: "This bank reference was settled already: it belongs to another payment.",
  },
  "invoice.no_address": { kind: "conflict", text: "Nobody of this organisation has an address." },
  "invoice.no_transfer": {
    kind: "conflict",
    text: "No bank transfer was announced for this invoice, so there is none to reconcile.",
  },
  "invoice.not_open": {
    kind: "conflict",
    text: "{number} is {status} already. Nothing is to be reconciled.",
  },
  "invoice.reconciled": {
    kind: "conflict",
    text: "{value} has reconciled {number} already, with bank reference {bankReference}. Nothing was booked twice.",
  },
  "invoice.reminded_today": {
    kind: "conflict",
    text: "A reminder of this invoice was sent today already. Send the next one tomorrow.",
  },
  "payment_date.ahead": { kind: "invalid", text: "This day is still to come." },
  "price.notice_too_short": {
    kind: "invalid",
    text: "Choose {first} or a later day: the terms promise {noticeDays} days' notice.",
  },
  "rate.known": { kind: "conflict", text: "There is a price from this day already." },
  "rate.not_ahead": {
    kind: "invalid",
    text: "Choose tomorrow or a later day: what was sent until now keeps its cost.",
  },
  "support.no_owner": { kind: "conflict", text: "Nobody owns this organisation." },
  "support.none": { kind: "conflict", text: "You look at no organisation's workspace." },
  "support.of_staff": { kind: "conflict", text: "This is an organisation of administrators." },
  "support.switched_off": { kind: "forbidden", text: "{org} has switched the support view off." },
  "work_item.taken": { kind: "conflict", text: "{value} has taken this already." },
  "administrator.own_role": {
    kind: "conflict",
    text: "Your own role is changed by another owner, so that one always remains.",
  },
  "job.none": { kind: "conflict", text: "No job is there to be moved any more." },
  "job.wrong_state:cancel": { kind: "conflict", text: "Only a job that waits can be cancelled." },
  "job.wrong_state:retry": { kind: "conflict", text: "Only a failed job can be retried." },
  "organisation.not_suspended": { kind: "conflict", text: "{org} is not suspended." },
  "organisation.of_staff": {
    kind: "conflict",
    text: "Administrators belong to this organisation, so it can't be suspended.",
  },
  "override.ends_too_late": { kind: "invalid", text: "Choose a day within a year" },
  "override.ends_too_soon": { kind: "invalid", text: "Choose today or a later day" },
  "override.not_found": { kind: "not_found", text: "There is no override of the plan to end." },
  "template.not_in_review": { kind: "conflict", text: "This template does not wait for a review." },
  "whatsapp.not_connected": { kind: "conflict", text: "Only a connected account can be suspended." },
  "whatsapp.not_suspended_by_staff": {
    kind: "conflict",
    text: "Nobody of the platform has suspended this account.",
  },
});
