import type { CheckResult } from "#app/db/schema/insights.ts";
import { byLocale, datesIn } from "#app/platform/byLocale.ts";

export const checkTitles: Record<CheckResult["check"], string> = {
  reachability: "Meta answers",
  token: "Our access",
  scopes: "Permissions",
  subscription: "Subscription to reports",
  registration: "Registration of the number",
  payment: "Payment and restrictions at Meta",
  webhooks: "Reports arrive",
};

interface Advice {
  /** What was found. */
  text: string;
  /** What to do; nothing where all is well. */
  todo?: string;
}

const reconnect = "Choose Reconnect on WhatsApp Setup and accept all permissions.";
const unreachable: Advice = {
  text: "Meta did not answer, so this is not known.",
  todo: "Try again in some minutes. If it stays so, look at metastatus.com, or ask our support.",
};

const words: Record<string, Advice> = {
  "reachability.answers": { text: "Meta's API answers our calls." },
  "reachability.unreachable": unreachable,
  "token.valid": { text: "Meta accepts our access to this account." },
  "token.refused": { text: "Meta does not accept our access any more.", todo: reconnect },
  "token.other_app": { text: "The access was given to another app.", todo: reconnect },
  "token.expires": {
    text: "Our access ends soon: {detail}.",
    todo: "Connect the account again before that day.",
  },
  "scopes.granted": { text: "We may manage the account and send from it." },
  "scopes.missing": { text: "A permission is missing: {detail}.", todo: reconnect },
  "scopes.not_asked": { text: "Without a valid access there are no permissions.", todo: reconnect },
  "subscription.subscribed": { text: "Meta sends us what happens in this account." },
  "subscription.missing": {
    text: "Meta does not send us what happens: no messages come in and no states are shown.",
    todo: "Choose Refresh on WhatsApp Setup: that subscribes again.",
  },
  "subscription.overridden": {
    text: "Meta sends what happens to another address: {detail}.",
    todo: "Remove the override in the settings of the other software, then choose Refresh on WhatsApp Setup.",
  },
  "registration.connected": { text: "The number is registered and can send." },
  "registration.not_connected": {
    text: "Meta says that the number is {detail}.",
    todo: "Choose Continue setup on WhatsApp Setup; if Meta restricted the number, see WhatsApp Manager for the reason.",
  },
  "registration.no_number": {
    text: "The account has no number.",
    todo: "Add a number in WhatsApp Manager, then choose Refresh on WhatsApp Setup.",
  },
  "payment.no_problem": {
    text: "Meta names no problem. It tells of a missing payment method only when a message is refused because of it.",
  },
  "payment.problem": {
    text: "Meta can't charge the account's payment method. {detail}",
    todo: "Add or repair the payment method in WhatsApp Manager, under Payment settings.",
  },
  "payment.other": {
    text: "Meta limits the account: {detail}",
    todo: "Follow what WhatsApp Manager says about the account.",
  },
  "webhooks.good": { text: "The last report came on {detail}." },
  "webhooks.quiet": {
    text: "The last report came on {detail}.",
    todo: "Write to the number from a phone: the message must appear in Chat within a minute.",
  },
  "webhooks.failing": {
    text: "The newest report could not be applied.",
    todo: "Our support sees it. Tell them if messages are missing.",
  },
  "webhooks.never": {
    text: "No report came yet.",
    todo: "Write to the number from a phone: the message must appear in Chat within a minute.",
  },
};

const time = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Africa/Nairobi",
    }),
);
const asText = (detail: string) =>
  /^\d{4}-\d\d-\d\dT/.test(detail) ? time().format(new Date(detail)) : detail;

/** A result in words: what was found, and what to do. */
export function adviceOn({ check, found, detail = "" }: CheckResult): Advice {
  if (found === "unreachable") return unreachable;
  const known = words[`${check}.${found}`];
  if (!known) return { text: detail ? `Meta answered: ${detail}` : "Meta refused to say.", todo: reconnect };
  return { ...known, text: known.text.replace("{detail}", asText(detail)).trim() };
}
