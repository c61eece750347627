import { countOf } from "#app/platform/counts.ts";

/** What the overview asks somebody to look at, in words. */
export const attentionWords = {
  "account.suspended": (count: number) => `${countOf(count, "WhatsApp account")} lost access and can't send`,
  "number.stopped": (count: number) => `${countOf(count, "number")} can't send at the moment`,
  "webhooks.failing": () => "Meta's newest report could not be applied",
  "wallet.empty": () => "The wallet is empty: nothing more is sent until it is topped up",
  "wallet.low": (days: number) =>
    days < 1
      ? "The wallet lasts less than a day at this pace"
      : `The wallet lasts ${countOf(days, "day")} at this pace`,
  "invoice.overdue": (count: number) => `${countOf(count, "invoice")} should have been paid`,
  "quality.low": () => "A number's quality is low: Meta may restrict it",
  "quality.medium": () => "A number's quality is medium",
  "check.failed": () => "The last connection check found a problem",
  "campaign.paused": (count: number) => `${countOf(count, "campaign")} stopped and waits for you`,
  "template.rejected": (count: number) => `Meta rejected ${countOf(count, "template")} this week`,
  "template.paused": (count: number) => `Meta paused ${countOf(count, "template")} this week`,
  "conversation.waiting": (count: number) =>
    `${countOf(count, "customer waits", "customers wait")} for an answer, the first for more than an hour`,
};
export type AttentionCode = keyof typeof attentionWords;
