import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import { accountReasonWords } from "./accounts/reasonWords.ts";
import type * as events from "./events.ts";
import { rejectionWords } from "./templates/rejection.ts";
import { statusWords } from "./templates/status.ts";
import { categoryWords, qualityWords } from "./templates/words.ts";
import { numberStateWord } from "./words.ts";

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
  const types = m.events_template_category_from_to({
    was: categoryName(was),
    category: categoryName(category),
  });
  if (wasCents == null || cents == null || wasCents === cents) return types;
  return m.events_template_category_price({
    types,
    cents: formatKes(cents),
    was: formatKes(wasCents),
  });
}

const waba = ({ account, wabaId }: { account: string; wabaId: string }) => `${account} (${wabaId})`;

export const whatsappWords: WordsOf<typeof events> = {
  "template.created": (data) => ({ title: m.events_template_created_title(), details: template(data) }),
  "template.changed": (data) => ({ title: m.events_template_changed_title(), details: template(data) }),
  "template.submitted": (data) => ({ title: m.events_template_submitted_title(), details: template(data) }),
  "template.not_accepted": words(m.events_template_not_accepted_title, (data) =>
    labelled(template(data), data.reason),
  ),
  "template.reviewed": (data) => {
    const { label, tone, meaning } = statusWords(data.status);
    const title = m.events_template_reviewed_title({ label: inSentence(label) });
    const why = rejectionWords(data.reason) ?? meaning;
    return {
      title,
      details: tone === "good" ? template(data) : labelled(template(data), why),
      notice: { title, body: labelled(data.name, why) },
    };
  },
  "template.category_changed": (data) => {
    const title = m.events_template_category_changed_title();
    const change = changeOf(data);
    return {
      title,
      details: labelled(template(data), change),
      notice: { title, body: m.events_template_category_changed_body({ name: data.name, change }) },
    };
  },
  "template.category_announced": (data) => {
    const title = m.events_template_category_announced_title();
    const change = changeOf(data);
    return {
      title,
      details: labelled(template(data), change),
      notice: { title, body: m.events_template_category_announced_body({ name: data.name, change }) },
    };
  },
  "template.moved": (data) => {
    const { label, meaning } = statusWords(data.status);
    return {
      title: m.events_template_reviewed_title({ label: inSentence(label) }),
      details: labelled(template(data), rejectionWords(data.reason) ?? meaning),
    };
  },
  "template.quality_changed": (data) => ({
    title: m.events_template_quality_changed_title(),
    details: m.events_template_quality_changed_details({
      template: template(data),
      was: qualityWords[data.was] ?? m.events_template_quality_unknown(),
      quality: qualityWords[data.quality] ?? m.events_template_quality_unknown(),
    }),
  }),
  "template.deleted": (data) => ({ title: m.events_template_deleted_title(), details: template(data) }),
  "templates.synchronised": ({ account, added, changed, removed }) => ({
    title: m.events_templates_synchronised_title(),
    details: m.events_templates_synchronised_details({
      account,
      added: formatCount(added),
      changed: formatCount(changed),
      removed: formatCount(removed),
    }),
  }),
  "whatsapp.signup_started": words(
    m.events_whatsapp_signup_started_title,
    m.events_whatsapp_signup_started_details,
  ),
  "whatsapp.signup_failed": words(
    m.events_whatsapp_signup_failed_title,
    ({ reason }) => accountReasonWords(reason) ?? m.events_whatsapp_signup_failed_details(),
  ),
  "whatsapp.added": (data) => ({ title: m.events_whatsapp_added_title(), details: waba(data) }),
  "whatsapp.reconnected": (data) => ({ title: m.events_whatsapp_reconnected_by_meta(), details: waba(data) }),
  "whatsapp.connected": words(
    m.events_whatsapp_connected_title,
    (data) => data.problems.map(accountReasonWords).join(" ") || waba(data),
  ),
  "whatsapp.setup_incomplete": words(
    m.events_whatsapp_setup_incomplete_title,
    (data) => data.problems.map(accountReasonWords).join(" ") || waba(data),
  ),
  "whatsapp.disconnected": (data) => ({
    title: m.events_whatsapp_disconnected_title(),
    details: data.endedByMeta ? m.events_whatsapp_disconnected_by_meta({ data: waba(data) }) : waba(data),
  }),
  "whatsapp.released": (data) => ({
    title: m.events_whatsapp_released_title(),
    details: m.events_whatsapp_released_details({
      data: waba(data),
      campaigns: counted(m.counts_campaigns, data.campaigns),
      messages: counted(m.counts_messages, data.messages),
    }),
  }),
  "whatsapp.lost": ({ account, reason }) => ({
    title: m.events_whatsapp_lost_title(),
    details: accountReasonWords(reason) ?? "",
    notice: {
      title: m.events_whatsapp_lost_title(),
      body: m.events_whatsapp_lost_body({ account }),
    },
  }),
  "whatsapp.ended_by_meta": ({ status, reason }) => ({
    title: m.events_whatsapp_ended_by_meta_title({ status }),
    details: accountReasonWords(reason) ?? "",
  }),
  "whatsapp.reinstated": ({ connected, by }) => {
    const details =
      by === "meta" ? m.events_whatsapp_reinstated_by_meta() : m.events_whatsapp_reinstated_in_app();
    return connected
      ? { title: m.events_whatsapp_reconnected_title(), details }
      : {
          title: m.events_whatsapp_reinstated_staff_title(),
          details: m.events_whatsapp_reinstated_unchanged({ details }),
        };
  },
  "whatsapp.to_be_disabled": ({ date }) => ({
    title: m.events_whatsapp_to_be_disabled_title(),
    details: date ? m.events_whatsapp_disabled_on_date({ date }) : m.events_whatsapp_disabled_soon(),
  }),
  "whatsapp.violation": ({ violation }) => ({
    title: m.events_whatsapp_violation_title(),
    details: m.events_whatsapp_violation_details({
      violation: violation ?? m.events_whatsapp_violation_no_details(),
    }),
  }),
  "whatsapp.restricted": words(m.events_whatsapp_restricted_title, m.events_whatsapp_restricted_details),
  "whatsapp.reviewed": ({ decision }) => ({
    title: m.events_whatsapp_reviewed_title(),
    details: m.events_whatsapp_reviewed_details({
      decision: decision ?? m.events_whatsapp_reviewed_unknown(),
    }),
  }),
  "whatsapp_number.throughput_upgraded": ({ number, perSecond }) => ({
    title: m.events_number_throughput_title(),
    details: m.events_number_throughput_details({ number, perSecond: formatCount(perSecond) }),
  }),
  "whatsapp_number.quality_changed": words(m.events_number_quality_title, ({ number, event }) =>
    labelled(number, inSentence(numberStateWord(event))),
  ),
  "whatsapp_number.profile_changed": ({ number, picture }) => ({
    title: picture ? m.events_number_picture_changed_title() : m.events_number_profile_changed_title(),
    details: number,
  }),
  "whatsapp.checked": ({ account, problems }) => ({
    title: m.events_whatsapp_checked_title(),
    details:
      problems > 0
        ? labelled(account, counted(m.counts_problems, problems))
        : m.events_whatsapp_checked_no_problems({ account }),
  }),
  "whatsapp_number.display_name_reviewed": ({ name, decision }) => ({
    title: m.events_number_display_name_title(),
    details: m.events_number_display_name_details({
      name,
      decision: decision ?? m.events_whatsapp_reviewed_unknown(),
    }),
  }),
};
