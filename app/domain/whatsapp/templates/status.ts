import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { unsupportedPart } from "./unsupported.ts";

/**
 * Meta's statuses of a template (facts/whatsapp-cloud-api.md §8.3), `DRAFT` until Meta has responded,
 * `PLATFORM_REVIEW` until staff have reviewed it.
 */
const words: Record<
  string,
  { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral"; meaning: string }
> = lazy({
  DRAFT: { label: m.templates_status_draft, tone: "info", meaning: m.templates_status_draft_meaning },
  PLATFORM_REVIEW: {
    label: m.templates_status_platform_review,
    tone: "warn",
    meaning: m.templates_status_platform_review_meaning,
  },
  PENDING: { label: m.common_pending, tone: "warn", meaning: m.templates_status_pending_meaning },
  IN_APPEAL: {
    label: m.templates_status_in_appeal,
    tone: "warn",
    meaning: m.templates_status_in_appeal_meaning,
  },
  APPROVED: { label: m.templates_approved, tone: "good", meaning: m.templates_status_approved_meaning },
  REJECTED: { label: m.templates_rejected, tone: "bad", meaning: m.templates_status_rejected_meaning },
  PAUSED: {
    label: m.common_paused,
    tone: "warn",
    meaning: m.templates_status_paused_meaning,
  },
  DISABLED: { label: m.templates_disabled, tone: "bad", meaning: m.templates_status_disabled_meaning },
  FLAGGED: { label: m.templates_status_flagged, tone: "warn", meaning: m.templates_status_flagged_meaning },
  LIMIT_EXCEEDED: {
    label: m.templates_status_limit_exceeded,
    tone: "bad",
    meaning: m.templates_status_limit_exceeded_meaning,
  },
  LOCKED: { label: m.templates_status_locked, tone: "bad", meaning: m.templates_status_locked_meaning },
  ARCHIVED: {
    label: m.templates_status_archived,
    tone: "neutral",
    meaning: m.templates_status_archived_meaning,
  },
  PENDING_DELETION: {
    label: m.templates_status_pending_deletion,
    tone: "neutral",
    meaning: m.templates_status_deleting_meaning,
  },
  DELETED: {
    label: m.templates_status_deleted,
    tone: "neutral",
    meaning: m.templates_status_deleted_meaning,
  },
});

export function statusWords(status: string) {
  return words[status] ?? { label: status, tone: "neutral" as const, meaning: "" };
}

/** The statuses of each filter of the table. */
export const statusesOf = {
  approved: ["APPROVED", "FLAGGED"],
  pending: ["DRAFT", "PLATFORM_REVIEW", "PENDING", "IN_APPEAL"],
  rejected: ["REJECTED", "LIMIT_EXCEEDED", "LOCKED"],
  paused: ["PAUSED"],
  disabled: ["DISABLED", "ARCHIVED", "PENDING_DELETION"],
} as const;

export const isUnderReview = (status: string) => statusesOf.pending.some((pending) => pending === status);

/** The status after a webhook's `event`; all other events are statuses themselves (§5.4). */
export function statusAfter(event: string): string {
  return event === "REINSTATED" || event === "UNARCHIVED" ? "APPROVED" : event;
}

/** Statuses with which a template can be sent. */
export const isSendable = (status: string) => status === "APPROVED" || status === "FLAGGED";

/** Statuses in which Meta accepts an edit (§8.1). */
const changeable: readonly string[] = ["APPROVED", "PAUSED", "REJECTED"];

/** Whether it can be edited here and submitted again; parts that our form does not have would be lost. */
export const isEditable = (template: { status: string; components: readonly TemplateComponent[] }) =>
  changeable.includes(template.status) && unsupportedPart(template.components) === null;
