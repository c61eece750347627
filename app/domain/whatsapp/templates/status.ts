import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { unsupportedPart } from "./unsupported.ts";

/** Meta's statuses of a template (facts/whatsapp-cloud-api.md §8.3), `DRAFT` while Meta has not answered, `PLATFORM_REVIEW` while staff have not. */
const words: Record<
  string,
  { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral"; meaning: string }
> = lazy({
  DRAFT: { label: m.labels_submitting, tone: "info", meaning: m.labels_it_is_on_its_way_to },
  PLATFORM_REVIEW: { label: m.labels_in_review, tone: "warn", meaning: m.labels_we_look_at_it_first_then },
  PENDING: { label: m.labels_pending, tone: "warn", meaning: m.labels_meta_is_reviewing_it_that_takes },
  IN_APPEAL: { label: m.labels_in_appeal, tone: "warn", meaning: m.labels_meta_is_looking_at_it_again },
  APPROVED: { label: m.labels_approved, tone: "good", meaning: m.labels_it_can_be_sent },
  REJECTED: { label: m.labels_rejected, tone: "bad", meaning: m.labels_meta_did_not_accept_it_change },
  PAUSED: {
    label: m.labels_paused,
    tone: "warn",
    meaning: m.labels_meta_paused_it_because_customers_reported,
  },
  DISABLED: { label: m.labels_disabled, tone: "bad", meaning: m.labels_meta_switched_it_off_for_good },
  FLAGGED: { label: m.labels_flagged, tone: "warn", meaning: m.labels_its_quality_is_low_meta_may },
  LIMIT_EXCEEDED: {
    label: m.labels_limit_exceeded,
    tone: "bad",
    meaning: m.labels_the_account_has_as_many_templates,
  },
  LOCKED: { label: m.labels_locked, tone: "bad", meaning: m.labels_meta_locked_it },
  ARCHIVED: { label: m.labels_archived, tone: "neutral", meaning: m.labels_it_was_not_used_for_12 },
  PENDING_DELETION: {
    label: m.labels_being_deleted,
    tone: "neutral",
    meaning: m.labels_meta_deletes_it_when_the_last,
  },
  DELETED: { label: m.labels_deleted_2, tone: "neutral", meaning: m.labels_it_does_not_exist_any_more },
});

export function statusWords(status: string) {
  return words[status] ?? { label: status, tone: "neutral" as const, meaning: "" };
}

/** The statuses behind a filter of the table. */
export const statusesOf = {
  approved: ["APPROVED", "FLAGGED"],
  pending: ["DRAFT", "PLATFORM_REVIEW", "PENDING", "IN_APPEAL"],
  rejected: ["REJECTED", "LIMIT_EXCEEDED", "LOCKED"],
  paused: ["PAUSED"],
  disabled: ["DISABLED", "ARCHIVED", "PENDING_DELETION"],
} as const;

/** Meta has not decided yet. */
export const isUnderReview = (status: string) => statusesOf.pending.some((pending) => pending === status);

/** What a webhook's `event` makes of the status: the rest are statuses themselves (§5.4). */
export function statusAfter(event: string): string {
  return event === "REINSTATED" || event === "UNARCHIVED" ? "APPROVED" : event;
}

/** Statuses with which a template can be sent. */
export const isSendable = (status: string) => status === "APPROVED" || status === "FLAGGED";

/** Statuses in which Meta takes a change (§8.1). */
const changeable: readonly string[] = ["APPROVED", "PAUSED", "REJECTED"];

/** Can it be changed here and submitted again? Parts that our form does not have would get lost. */
export const isEditable = (template: { status: string; components: readonly TemplateComponent[] }) =>
  changeable.includes(template.status) && unsupportedPart(template.components) === null;
