import type { WordsOf } from "#app/domain/record/eventWords.ts";
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
  const types = m.events_from_type_to_type({ was: categoryName(was), category: categoryName(category) });
  if (wasCents == null || cents == null || wasCents === cents) return types;
  return m.events_meta_takes_for_a_message_instead({
    types,
    cents: formatKes(cents),
    was: formatKes(wasCents),
  });
}

const waba = ({ account, wabaId }: { account: string; wabaId: string }) => `${account} (${wabaId})`;

export const whatsappWords: WordsOf<typeof events> = {
  "template.created": (data) => ({ title: m.events_template_created(), details: template(data) }),
  "template.changed": (data) => ({ title: m.events_template_changed(), details: template(data) }),
  "template.submitted": (data) => ({ title: m.events_template_submitted(), details: template(data) }),
  "template.not_accepted": (data) => ({
    title: m.events_template_not_accepted(),
    details: labelled(template(data), data.said),
  }),
  "template.reviewed": (data) => {
    const { label, tone, meaning } = statusWords(data.status);
    const title = m.events_template_2({ label: inSentence(label) });
    const why = rejectionWords(data.said) ?? meaning;
    return {
      title,
      details: tone === "good" ? template(data) : labelled(template(data), why),
      told: { title, body: labelled(data.name, why) },
    };
  },
  "template.category_changed": (data) => {
    const title = m.events_template_type_changed_by_meta();
    const change = changeOf(data);
    return {
      title,
      details: labelled(template(data), change),
      told: { title, body: m.events_look_at_it_before_your_next({ name: data.name, change }) },
    };
  },
  "template.category_announced": (data) => {
    const title = m.events_meta_will_change_a_templates_type();
    const change = changeOf(data);
    return {
      title,
      details: labelled(template(data), change),
      told: { title, body: m.events_change_its_text_if_it_should({ name: data.name, change }) },
    };
  },
  "template.moved": (data) => {
    const { label, meaning } = statusWords(data.status);
    return {
      title: m.events_template_2({ label: inSentence(label) }),
      details: labelled(template(data), rejectionWords(data.said) ?? meaning),
    };
  },
  "template.quality_changed": (data) => ({
    title: m.events_template_quality(),
    details: m.events_quality_from_to({
      template: template(data),
      was: qualityWords[data.was] ?? m.events_not_known(),
      quality: qualityWords[data.quality] ?? m.events_not_known(),
    }),
  }),
  "template.deleted": (data) => ({ title: m.events_template_deleted(), details: template(data) }),
  "templates.synchronised": ({ account, added, changed, removed }) => ({
    title: m.events_templates_synchronised(),
    details: m.events_new_changed_deleted({
      account,
      added: formatCount(added),
      changed: formatCount(changed),
      removed: formatCount(removed),
    }),
  }),
  "whatsapp.signup_started": () => ({
    title: m.events_whatsapp_signup_started(),
    details: m.events_opened_metas_embedded_signup(),
  }),
  "whatsapp.signup_failed": ({ reason }) => ({
    title: m.events_whatsapp_signup_failed(),
    details: accountReasonWords(reason) ?? m.events_something_unexpected_happened(),
  }),
  "whatsapp.added": (data) => ({ title: m.events_whatsapp_account_added(), details: waba(data) }),
  "whatsapp.reconnected": (data) => ({ title: m.events_whatsapp_account_reconnected(), details: waba(data) }),
  "whatsapp.connected": (data) => ({
    title: m.events_whatsapp_connected(),
    details: data.problems.map(accountReasonWords).join(" ") || waba(data),
  }),
  "whatsapp.setup_incomplete": (data) => ({
    title: m.events_whatsapp_setup_not_complete(),
    details: data.problems.map(accountReasonWords).join(" ") || waba(data),
  }),
  "whatsapp.disconnected": (data) => ({
    title: m.events_whatsapp_disconnected(),
    details: data.endedByMeta ? m.events_meta_had_already_ended_our_access({ data: waba(data) }) : waba(data),
  }),
  "whatsapp.released": (data) => ({
    title: m.events_whatsapp_account_released(),
    details: m.events_was_connected_elsewhere_by_its_owner({
      data: waba(data),
      campaigns: counted(m.counts_campaigns, data.campaigns),
      messages: counted(m.counts_messages, data.messages),
    }),
  }),
  "whatsapp.lost": ({ account, reason }) => ({
    title: m.events_whatsapp_connection_lost(),
    details: accountReasonWords(reason) ?? "",
    told: {
      title: m.events_whatsapp_connection_lost(),
      body: m.events_connect_the_account_again_to_go({ account }),
    },
  }),
  "whatsapp.ended_by_meta": ({ status, reason }) => ({
    title: m.events_whatsapp_account({ status }),
    details: accountReasonWords(reason) ?? "",
  }),
  "whatsapp.reinstated": ({ connected, by }) => {
    const details =
      by === "meta" ? m.events_meta_reinstated_the_account() : m.events_the_number_is_linked_to_the();
    return connected
      ? { title: m.events_whatsapp_account_connected(), details }
      : {
          title: m.events_whatsapp_account_reinstated(),
          details: m.events_its_connection_here_stays_as_it({ details }),
        };
  },
  "whatsapp.to_be_disabled": ({ date }) => ({
    title: m.events_whatsapp_account_to_be_disabled(),
    details: date
      ? m.events_meta_will_disable_this_account_on({ date })
      : m.events_meta_will_disable_this_account_soon(),
  }),
  "whatsapp.violation": ({ violation }) => ({
    title: m.events_policy_violation(),
    details: m.events_meta_reports({ violation: violation ?? m.events_no_details() }),
  }),
  "whatsapp.restricted": () => ({
    title: m.events_account_restricted(),
    details: m.events_meta_has_restricted_this_account_open(),
  }),
  "whatsapp.reviewed": ({ decision }) => ({
    title: m.events_account_review(),
    details: m.events_meta_decided({ decision: decision ?? m.events_decision_unknown() }),
  }),
  "whatsapp_number.throughput_upgraded": ({ number, perSecond }) => ({
    title: m.events_throughput_upgraded(),
    details: m.events_may_now_send_messages_a_second({ number, perSecond: formatCount(perSecond) }),
  }),
  "whatsapp_number.quality_changed": ({ number, event }) => ({
    title: m.events_number_quality(),
    details: labelled(number, inSentence(numberStateWord(event))),
  }),
  "whatsapp_number.profile_changed": ({ number, picture }) => ({
    title: picture ? m.events_business_picture_changed() : m.events_business_profile_changed(),
    details: number,
  }),
  "whatsapp.checked": ({ account, problems }) => ({
    title: m.events_connection_checked(),
    details:
      problems > 0
        ? labelled(account, counted(m.counts_problems, problems))
        : m.events_no_problem({ account }),
  }),
  "whatsapp_number.display_name_reviewed": ({ name, decision }) => ({
    title: m.events_display_name(),
    details: m.events_meta_decided_on({ name, decision: decision ?? m.events_decision_unknown() }),
  }),
};
