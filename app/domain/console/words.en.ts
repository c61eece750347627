import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { formatKes, formatRate } from "#app/platform/money.ts";
import type * as events from "./events.ts";
import { suspensionLevels } from "./words.ts";

/** What was done, and why: `Duka Letu. Reason: …`. */
const because = (what: string, said: string) => `${what}. Reason: ${said}`;
const planOf = ({ planType, messageLimit }: { planType: string; messageLimit: number }) =>
  `${planType} with ${formatCount(messageLimit)} messages a month`;

const priceOf = (price: {
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
  effectiveFrom: string;
}) =>
  `${formatKes(price.monthlyCents)} a month with ${formatCount(price.includedMessages)} messages, ${formatKes(price.perMessageCents)} for each beyond, from ${price.effectiveFrom}`;

export const consoleWords: WordsOf<typeof events> = {
  "organisation.suspended": ({ level, pausedCampaigns, endedSessions, said }) => {
    const { label, meaning } = suspensionLevels[level];
    return {
      title: "Organisation suspended",
      details: because(
        `${label}; ${countOf(pausedCampaigns, "campaign")} paused, ${countOf(endedSessions, "session")} ended`,
        said,
      ),
      told: { title: `Suspended: ${label.toLowerCase()}`, body: `${meaning} The reason: ${said}` },
    };
  },
  "organisation.reinstated": ({ said }) => ({
    title: "Organisation reinstated",
    details: because("Everything is open again", said),
    told: {
      title: "No longer suspended",
      body: "Everything is open again. Paused campaigns wait for you to resume them.",
    },
  }),
  "organisation.renamed_by_staff": ({ was, name, said }) => ({
    title: "Organisation renamed",
    details: because(`“${was}” is now “${name}”`, said),
  }),
  "plan.overridden": ({ endsOn, said, ...plan }) => ({
    title: "Plan overridden",
    details: because(`${planOf(plan)} until the end of ${endsOn}`, said),
  }),
  "plan.override_ended": ({ said, ...plan }) => ({
    title: "Plan override ended",
    details:
      said === null ? `Its time is over: back to ${planOf(plan)}` : because(`Back to ${planOf(plan)}`, said),
  }),
  "whatsapp.suspended_by_staff": ({ account, said }) => ({
    title: "WhatsApp account suspended",
    details: because(account, said),
  }),
  "whatsapp.reinstated_by_staff": ({ account, said }) => ({
    title: "WhatsApp account reinstated",
    details: because(account, said),
  }),
  "whatsapp.refreshed_by_staff": ({ account, said }) => ({
    title: "WhatsApp account refreshed",
    details: because(account, said),
  }),
  "whatsapp.noted": ({ account }) => ({ title: "Support note written", details: account }),
  "whatsapp.tested": ({ account, reachable, subscribed }) => ({
    title: "WhatsApp connection tested",
    details: `${account}: ${!reachable ? "Meta refused" : subscribed ? "all is well" : "no webhooks are sent to us"}`,
  }),
  "template.passed_review": ({ name, language, said }) => ({
    title: "Template passed our review",
    details: because(`${name} (${language})`, said),
  }),
  "template.returned": ({ name, language, said }) => ({
    title: "Template returned by our review",
    details: because(`${name} (${language})`, said),
  }),
  "job.moved": ({ intent, queue, jobId, said }) => ({
    title: intent === "retry" ? "Job retried" : "Job cancelled",
    details: because(`${queue} ${jobId}`, said),
  }),
  "jobs.moved": ({ intent, queue, moved, said }) => ({
    title: intent === "retry" ? "Jobs retried" : "Jobs cancelled",
    details: because(`${countOf(moved, "job")} of ${queue}`, said),
  }),
  "staff.role_changed": ({ email, role, said }) => ({
    title: "Administrator's role changed",
    details: because(`${email} is now ${role}`, said),
  }),
  "platform.template_review_switched": ({ value, said }) => ({
    title: "Platform setting changed",
    details: because(`Review of templates: ${value}`, said),
  }),
  "invoice.reminded_by_staff": ({ number, to, said }) => ({
    title: "Payment reminder sent",
    details: because(`${number} to ${to}`, said),
  }),
  "invoice.reconciled": ({ number, amountCents, bankReference, paidOn, said }) => ({
    title: "Bank transfer reconciled",
    details: because(
      `${formatKes(amountCents)} for ${number}, bank reference ${bankReference} of ${paidOn}`,
      said,
    ),
  }),
  "meta_rate.added": ({ market, category, microUsd, effectiveFrom, said }) => ({
    title: "Rate of Meta added",
    details: because(`${market}, ${category}: USD ${microUsd / 1_000_000} from ${effectiveFrom}`, said),
  }),
  "exchange_rate.added": ({ kesPerUsdE4, effectiveFrom, said }) => ({
    title: "Exchange rate added",
    details: because(`${formatRate(kesPerUsdE4)} for USD 1 from ${effectiveFrom}`, said),
  }),
  "work.taken": ({ item }) => ({ title: "An administrator looks into a payment", details: item }),
  "work.handed_on": ({ item, to, said }) => ({
    title: "A payment was handed on to another administrator",
    details: because(`${item} to ${to}`, said),
  }),
  "price.added": ({ planType, billingType, said, ...price }) => ({
    title: "Price added",
    details: because(`${planType === "*" ? "All plans" : planType}, ${billingType}: ${priceOf(price)}`, said),
  }),
  "price.announced": ({ said, ...price }) => ({
    title: "Your price changes",
    details: because(priceOf(price), said),
  }),
  "payment.asked_again": ({ amountCents, said }) => ({
    title: "Payment service asked again",
    details: because(formatKes(amountCents), said),
  }),
};
