import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { accountReasonWords } from "./accounts/reasonWords.ts";
import type * as events from "./events.ts";
import { statusWords } from "./templates/status.ts";
import { categoryWords, qualityWords } from "./templates/words.ts";

const template = ({ name, language }: { name: string; language: string }) => `${name} (${language})`;
const categoryName = (category: string) => (categoryWords as Record<string, string>)[category] ?? category;

/** `Transactional to Marketing. Meta takes KES 2.91 for a message instead of KES 0.52.` */
function changeOf(data: {
  was: string;
  category: string;
  wasCents?: number | null | undefined;
  cents?: number | null | undefined;
}): string {
  const { was, category, wasCents, cents } = data;
  const types = `${categoryName(was)} to ${categoryName(category)}.`;
  if (wasCents == null || cents == null || wasCents === cents) return types;
  return `${types} Meta takes ${formatKes(cents)} for a message instead of ${formatKes(wasCents)}.`;
}

const waba = ({ account, wabaId }: { account: string; wabaId: string }) => `${account} (${wabaId})`;

export const whatsappWords: WordsOf<typeof events> = {
  "template.created": (data) => ({ title: "Template created", details: template(data) }),
  "template.changed": (data) => ({ title: "Template changed", details: template(data) }),
  "template.submitted": (data) => ({ title: "Template submitted", details: template(data) }),
  "template.not_accepted": (data) => ({
    title: "Template not accepted",
    details: `${template(data)}: ${data.said}`,
  }),
  "template.reviewed": (data) => {
    const { label, tone, meaning } = statusWords(data.status);
    const title = `Template ${label.toLowerCase()}`;
    const why = data.said ?? meaning;
    return {
      title,
      details: tone === "good" ? template(data) : `${template(data)}: ${why}`,
      told: { title, body: `${data.name}: ${why}` },
    };
  },
  "template.category_changed": (data) => {
    const title = "Template type changed by Meta";
    const change = changeOf(data);
    return {
      title,
      details: `${template(data)}: ${change}`,
      told: { title, body: `${data.name}: ${change} Look at it before your next campaign.` },
    };
  },
  "template.category_announced": (data) => {
    const title = "Meta will change a template's type";
    const change = changeOf(data);
    return {
      title,
      details: `${template(data)}: ${change}`,
      told: { title, body: `${data.name}: ${change} Change its text if it should stay as it is.` },
    };
  },
  "template.moved": (data) => {
    const { label, meaning } = statusWords(data.status);
    return {
      title: `Template ${label.toLowerCase()}`,
      details: `${template(data)}: ${data.said ?? meaning}`,
    };
  },
  "template.quality_changed": (data) => ({
    title: "Template quality",
    details: `${template(data)}: ${qualityWords[data.was] ?? "not known"} to ${qualityWords[data.quality] ?? "not known"}`,
  }),
  "template.deleted": (data) => ({ title: "Template deleted", details: template(data) }),
  "templates.synchronised": ({ account, added, changed, removed }) => ({
    title: "Templates synchronised",
    details: `${account}: ${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(removed)} deleted`,
  }),
  "whatsapp.signup_started": () => ({
    title: "WhatsApp signup started",
    details: "Opened Meta's embedded signup",
  }),
  "whatsapp.signup_failed": ({ reason }) => ({
    title: "WhatsApp signup failed",
    details: accountReasonWords(reason) ?? "Something unexpected happened.",
  }),
  "whatsapp.added": (data) => ({ title: "WhatsApp account added", details: waba(data) }),
  "whatsapp.reconnected": (data) => ({ title: "WhatsApp account reconnected", details: waba(data) }),
  "whatsapp.connected": (data) => ({
    title: "WhatsApp connected",
    details: data.problems.map(accountReasonWords).join(" ") || waba(data),
  }),
  "whatsapp.setup_incomplete": (data) => ({
    title: "WhatsApp setup not complete",
    details: data.problems.map(accountReasonWords).join(" ") || waba(data),
  }),
  "whatsapp.disconnected": (data) => ({
    title: "WhatsApp disconnected",
    details: data.endedByMeta ? `${waba(data)}: Meta had already ended our access` : waba(data),
  }),
  "whatsapp.released": (data) => ({
    title: "WhatsApp account released",
    details: `${waba(data)} was connected elsewhere by its owner; ${countOf(data.campaigns, "campaign")} and ${countOf(data.messages, "message")} ended with it`,
  }),
  "whatsapp.lost": ({ account, reason }) => ({
    title: "WhatsApp connection lost",
    details: accountReasonWords(reason) ?? "",
    told: {
      title: "WhatsApp connection lost",
      body: `${account}: connect the account again to go on sending.`,
    },
  }),
  "whatsapp.ended_by_meta": ({ status, reason }) => ({
    title: `WhatsApp account ${status}`,
    details: accountReasonWords(reason) ?? "",
  }),
  "whatsapp.reinstated": ({ connected, by }) => {
    const details =
      by === "meta"
        ? "Meta reinstated the account"
        : "The number is linked to the WhatsApp Business app again";
    return connected
      ? { title: "WhatsApp account connected", details }
      : { title: "WhatsApp account reinstated", details: `${details}; its connection here stays as it was` };
  },
  "whatsapp.to_be_disabled": ({ date }) => ({
    title: "WhatsApp account to be disabled",
    details: date
      ? `Meta will disable this account on ${date}. Open WhatsApp Manager now to appeal.`
      : "Meta will disable this account soon. Open WhatsApp Manager now to appeal.",
  }),
  "whatsapp.violation": ({ violation }) => ({
    title: "Policy violation",
    details: `Meta reports: ${violation ?? "no details"}`,
  }),
  "whatsapp.restricted": () => ({
    title: "Account restricted",
    details: "Meta has restricted this account. Open WhatsApp Manager for details.",
  }),
  "whatsapp.reviewed": ({ decision }) => ({
    title: "Account review",
    details: `Meta decided: ${decision ?? "unknown"}`,
  }),
  "whatsapp_number.throughput_upgraded": ({ number, perSecond }) => ({
    title: "Throughput upgraded",
    details: `${number} may now send ${formatCount(perSecond)} messages a second`,
  }),
  "whatsapp_number.quality_changed": ({ number, event }) => ({
    title: "Number quality",
    details: `${number}: ${event.toLowerCase()}`,
  }),
  "whatsapp_number.profile_changed": ({ number, picture }) => ({
    title: picture ? "Business picture changed" : "Business profile changed",
    details: number,
  }),
  "whatsapp.checked": ({ account, problems }) => ({
    title: "Connection checked",
    details: problems > 0 ? `${account}: ${countOf(problems, "problem")}` : `${account}: no problem`,
  }),
  "whatsapp_number.display_name_reviewed": ({ name, decision }) => ({
    title: "Display name",
    details: `Meta decided on “${name}”: ${decision ?? "unknown"}`,
  }),
};
