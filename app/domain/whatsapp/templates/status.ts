import type { TemplateComponent } from "#app/db/schema/whatsapp.ts";
import { unsupportedPart } from "./unsupported.ts";

/** Meta's statuses of a template (facts/whatsapp-cloud-api.md §8.3), `DRAFT` while Meta has not answered, `PLATFORM_REVIEW` while staff have not. */
const words: Record<
  string,
  { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral"; meaning: string }
> = {
  DRAFT: { label: "Submitting", tone: "info", meaning: "It is on its way to Meta." },
  PLATFORM_REVIEW: {
    label: "In review",
    tone: "warn",
    meaning: "We look at it first; then it goes to Meta.",
  },
  PENDING: { label: "Pending", tone: "warn", meaning: "Meta is reviewing it; that takes up to 24 hours." },
  IN_APPEAL: { label: "In appeal", tone: "warn", meaning: "Meta is looking at it again." },
  APPROVED: { label: "Approved", tone: "good", meaning: "It can be sent." },
  REJECTED: {
    label: "Rejected",
    tone: "bad",
    meaning: "Meta did not accept it. Change it and submit it again.",
  },
  PAUSED: {
    label: "Paused",
    tone: "warn",
    meaning:
      "Meta paused it because customers reported or blocked it. It becomes active again automatically.",
  },
  DISABLED: {
    label: "Disabled",
    tone: "bad",
    meaning: "Meta switched it off for good because of its quality.",
  },
  FLAGGED: { label: "Flagged", tone: "warn", meaning: "Its quality is low: Meta may switch it off." },
  LIMIT_EXCEEDED: {
    label: "Limit exceeded",
    tone: "bad",
    meaning: "The account has as many templates as it may have.",
  },
  LOCKED: { label: "Locked", tone: "bad", meaning: "Meta locked it." },
  ARCHIVED: { label: "Archived", tone: "neutral", meaning: "It was not used for 12 months." },
  PENDING_DELETION: {
    label: "Being deleted",
    tone: "neutral",
    meaning: "Meta deletes it when the last messages are delivered.",
  },
  DELETED: { label: "Deleted", tone: "neutral", meaning: "It does not exist any more." },
};

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

const reasons: Record<string, string> = {
  ABUSIVE_CONTENT: "Meta found content that its rules do not allow.",
  INCORRECT_CATEGORY: "The type does not fit the content. Choose another type and submit it again.",
  INVALID_FORMAT:
    "The format is not right: look at the variables, at special characters and at the spelling of placeholders.",
  PROMOTIONAL: "The text is promotional: submit it as Marketing.",
  SCAM: "Meta takes the text for a scam: leave out links and requests that look like one.",
  TAG_CONTENT_MISMATCH: "The language or the type does not fit the text.",
  CATEGORY_NOT_AVAILABLE: "The type is not available for this account.",
};

/** Why Meta rejected a template and what to do, in words; null when Meta names no reason. */
export function rejectionText(
  reason: string | null | undefined,
  info?: { reason?: string; recommendation?: string },
): string | null {
  const parts = [
    info?.reason ?? (reason && reason !== "NONE" ? (reasons[reason] ?? reason) : undefined),
    info?.recommendation,
  ].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? parts.join(" ") : null;
}
