import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { campaignReasonWords } from "./campaigns/reasonWords.ts";
import { followUpWords } from "./campaigns/words.ts";
import type * as events from "./events.ts";
import { readableSize } from "./media/words.ts";
import { isKnownCode, reasonOf } from "./messages/reasons.ts";
import { messageStateWords } from "./messages/words.ts";

const when = (time: string) => m.events_kenyas_time({ time: longMinute(new Date(time)) });

const called = ({ contact, phone }: { contact: string; phone: string | null }) =>
  contact || (phone ? readablePhone(phone) : m.events_whatsapp_user());

const onHold = (data: { campaign: string; recipients: number; totalCents: number }) =>
  m.events_to_on_hold({
    campaign: data.campaign,
    recipients: counted(m.counts_recipients, data.recipients),
    total: formatKes(data.totalCents),
  });

const parts: Record<string, string> = lazy({
  name: m.events_the_name,
  templateId: m.events_template,
  phoneNumberId: m.events_the_number,
  variables: m.events_variables,
  scheduledFor: m.events_time_of_sending,
  audience: m.events_audience,
});

const cancelled = (campaign: string, progress: "before" | "during" | "after", notSent: number) => {
  if (progress === "before") return m.events_was_cancelled_before_it_began({ campaign });
  if (progress === "during") return m.events_was_cancelled_while_it_was_being({ campaign });
  return m.events_was_cancelled_not_sent({ campaign, messages: counted(m.counts_messages, notSent) });
};

const movedTo = lazy({
  waiting: m.events_conversation_marked_as_waiting,
  open: m.events_conversation_marked_as_open,
  closed: m.events_conversation_closed,
});

export const messagingWords: WordsOf<typeof events> = {
  "campaign.drafted": ({ campaign }) => ({
    title: m.events_campaign_drafted(),
    details: m.events_was_drafted({ campaign }),
  }),
  "campaign.copied": ({ campaign, from }) => ({
    title: m.events_campaign_copied(),
    details: m.events_was_drafted_as_a_copy_of({ campaign, from }),
  }),
  "campaign.follow_up_drafted": ({ campaign, to }) => ({
    title: m.events_follow_up_drafted(),
    details: m.events_a_follow_up_of_to_was({ campaign, group: followUpWords[to] }),
  }),
  "campaign.tested": ({ campaign, phones }) => ({
    title: m.events_test_sent(),
    details: m.events_was_sent_to_for_a_try({ campaign, numbers: counted(m.counts_own_numbers, phones) }),
  }),
  "sending.quiet_hours_changed": ({ from, to, zone }) => ({
    title: m.events_quiet_hours_changed(),
    details:
      from === null
        ? m.events_campaigns_are_sent_at_any_hour()
        : m.events_campaigns_wait_from_to_time({ from, to: to ?? "", zone: zone ?? "" }),
  }),
  "sending.test_number_added": ({ phone }) => ({
    title: m.events_test_number_added(),
    details: m.events_gets_test_messages({ phone: readablePhone(phone) }),
  }),
  "sending.test_number_removed": ({ phone }) => ({
    title: m.events_test_number_removed(),
    details: m.events_gets_no_test_messages_any_more({ phone: readablePhone(phone) }),
  }),
  "campaign.retry_drafted": ({ campaign, recipients }) => ({
    title: m.events_campaign_drafted(),
    details: m.events_a_retry_of_for_was_drafted({
      campaign,
      recipients: counted(m.counts_failed_recipients, recipients),
    }),
  }),
  "campaign.changed": ({ campaign }, { changes }) => {
    const changed = Object.keys(changes).flatMap((name) => parts[name] ?? []);
    return {
      title: m.events_campaign_changed(),
      details: labelled(quoted(campaign), changed.join(", ") || m.events_the_form_was_sent_again()),
    };
  },
  "campaign.draft_deleted": ({ campaign }) => ({
    title: m.events_draft_deleted(),
    details: m.events_the_draft_was_deleted({ campaign }),
  }),
  "campaign.started": (data) => ({ title: m.events_campaign_started(), details: onHold(data) }),
  "campaign.scheduled": (data) => ({ title: m.events_campaign_scheduled(), details: onHold(data) }),
  "campaign.rescheduled": ({ campaign, from, to }) => ({
    title: m.events_campaign_rescheduled(),
    details: m.events_was_moved_from_to({ campaign, from: when(from), to: when(to) }),
  }),
  "campaign.sending": ({ campaign, recipients }) => ({
    title: m.events_campaign_sending(),
    details: m.events_is_being_sent_to({ campaign, recipients: counted(m.counts_recipients, recipients) }),
  }),
  "campaign.paused": ({ campaign }) => ({
    title: m.events_campaign_paused(),
    details: m.events_was_paused({ campaign }),
  }),
  "campaign.resumed": ({ campaign }) => ({
    title: m.events_campaign_resumed(),
    details: m.events_was_resumed({ campaign }),
  }),
  "campaign.stopped": ({ campaign, reason }) => ({
    title: m.events_campaign_paused(),
    details: m.events_was_paused_2({ campaign, reason: campaignReasonWords(reason) ?? "" }),
    told: {
      title: m.events_campaign_paused(),
      body: labelled(quoted(campaign), campaignReasonWords(reason) ?? ""),
    },
  }),
  "campaign.cancelled": ({ campaign, reason, progress, notSent }) => ({
    title: m.events_campaign_cancelled(),
    details: progress
      ? cancelled(campaign, progress, notSent ?? 0)
      : labelled(quoted(campaign), campaignReasonWords(reason) ?? ""),
  }),
  "campaign.ended": ({ campaign, reason }) => ({
    title: m.events_campaign_cancelled(),
    details: m.events_was_cancelled({ campaign, reason: campaignReasonWords(reason) ?? "" }),
    told: {
      title: m.events_campaign_cancelled(),
      body: labelled(quoted(campaign), campaignReasonWords(reason) ?? ""),
    },
  }),
  // Delivery is reported later, and may still fail.
  "campaign.completed": ({ campaign, recipients, failed }) => ({
    title: m.events_campaign_completed(),
    details:
      failed > 0
        ? m.events_finished_of_failed_so_far_see({
            campaign,
            failed: formatCount(failed),
            messages: counted(m.counts_messages, recipients),
          })
        : m.events_finished_sent_see_its_page_for({
            campaign,
            messages: counted(m.counts_messages, recipients),
          }),
  }),
  "campaign.recipients_exported": ({ campaign, state }) => ({
    title: m.events_recipients_exported(),
    details: state
      ? m.events_the_recipients_in_the_state_of({ state: messageStateWords[state], campaign })
      : m.events_the_recipients_of_were_exported_as({ campaign }),
  }),
  "hold.released": ({ campaign, messages, days }) => ({
    title: m.events_money_released(),
    details:
      campaign === null
        ? m.events_a_single_template_message_not_delivered({ days })
        : m.events_not_delivered_in_days({ campaign, messages: counted(m.counts_messages, messages), days }),
  }),
  "whatsapp_number.trouble_reported": ({ number, code, said }) => ({
    title: m.events_whatsapp_reported_trouble(),
    details: labelled(
      number,
      `${isKnownCode(code) ? `${reasonOf(code).text} ${reasonOf(code).advice}` : said} ${m.common_code_in_brackets({ code })}`,
    ),
  }),
  "conversation.read": ({ unread, ...who }) => ({
    title: m.events_conversation_read(),
    details: m.events_new({ who: called(who), unread: formatCount(unread) }),
  }),
  "media.asked_for": () => ({
    title: m.events_file_asked_for_again(),
    details: m.events_a_customers_file_is_fetched_again(),
  }),
  "media.uploaded": ({ fileName, bytes }) => ({
    title: m.events_file_uploaded(),
    details: `${fileName || m.events_without_a_name()}, ${readableSize(bytes)}`,
  }),
  "media.deleted": ({ fileName, bytes }) => ({
    title: m.events_uploaded_file_deleted(),
    details: `${fileName || m.events_without_a_name()}, ${readableSize(bytes)}`,
  }),
  "message.reaction_sent": ({ emoji, ...who }) => ({
    title: emoji === "" ? m.events_reaction_taken_back() : m.events_reaction_sent(),
    details:
      emoji === ""
        ? m.events_to_whom({ whom: called(who) })
        : m.events_what_to_whom({ what: emoji, whom: called(who) }),
  }),
  "message.reply_sent": (who) => ({
    title: m.events_reply_sent(),
    details: m.events_to({ who: called(who) }),
  }),
  "message.template_sent": ({ template, ...who }) => ({
    title: m.events_template_sent(),
    details: m.events_what_to_whom({ what: template, whom: called(who) }),
  }),
  "message.cancelled": ({ recipient }) => ({
    title: m.events_message_cancelled(),
    details: m.events_to_2({ recipient: recipient ?? m.events_a_contact_2() }),
  }),
  "message.received": ({ excerpt, ...who }) => ({
    title: m.events_new_message(),
    details: labelled(called(who), excerpt),
  }),
  "message.reacted": ({ excerpt, ...who }) => ({
    title: m.events_new_reaction(),
    details: labelled(called(who), excerpt),
  }),
  "message.away_sent": ({ contact }) => ({
    title: m.events_away_message_sent(),
    details: m.events_to_3({ contact }),
  }),
  "conversation.taken": ({ contact }) => ({ title: m.events_conversation_taken(), details: contact }),
  "conversation.handed_on": ({ contact, to }) => ({
    title: to === null ? m.events_conversation_let_go() : m.events_conversation_handed_on(),
    details: to === null ? contact : m.events_what_to_whom({ what: contact, whom: to }),
    told: { title: m.events_a_conversation_is_yours(), body: contact },
  }),
  "conversations.handed_on": ({ conversations }) => ({
    title: m.events_conversations_are_yours(),
    details: counted(m.counts_conversations, conversations),
  }),
  "conversation.given": ({ contact, to }) => ({
    title: m.events_conversation_given(),
    details: m.events_what_to_whom({ what: contact, whom: to }),
    told: { title: m.events_a_conversation_is_yours(), body: contact },
  }),
  "conversation.moved": ({ contact, state }) => ({
    title: movedTo[state],
    details: contact,
  }),
  "conversation.labelled": ({ contact, labels }) => ({
    title: m.events_labels_changed(),
    details: labelled(contact, labels.join(", ") || m.events_labels_none()),
  }),
  "conversation.flow_stopped": ({ contact, flow, reason }) => ({
    title: m.events_flow_stopped(),
    details:
      reason === "member_wrote"
        ? m.events_with_a_member_wrote({ flow, contact })
        : m.events_with_the_conversation_was_closed({ flow, contact }),
  }),
  "conversation.left_unread": ({ contact }) => ({
    title: m.events_conversation_marked_unread(),
    details: contact,
  }),
  "conversation.forgotten": ({ contact }) => ({
    title: m.events_a_customer_waits_and_nobody_has(),
    details: contact,
  }),
  "conversation.note_written": ({ contact }) => ({ title: m.events_note_written(), details: contact }),
  "conversation.member_mentioned": ({ contact, excerpt }) => ({
    title: m.events_you_are_named_in_a_note({ contact }),
    details: excerpt,
  }),
  "inbox.duty_changed": ({ member, onDuty, capacity }) => ({
    title: m.events_duty_changed(),
    details: onDuty
      ? m.events_on_duty_up_to_at_once({ member, conversations: counted(m.counts_conversations, capacity) })
      : m.events_off_duty_up_to_at_once({ member, conversations: counted(m.counts_conversations, capacity) }),
  }),
  "inbox.settings_changed": ({ autoAssign }) => ({
    title: m.events_inbox_settings_changed(),
    details: autoAssign
      ? m.events_waiting_conversations_are_given_to_members()
      : m.events_members_take_conversations_themselves(),
  }),
  "canned_reply.created": ({ reply, sharing }) => ({
    title: m.events_canned_reply_created(),
    details: sharing === "team" ? m.events_for_the_team({ reply }) : m.events_their_own({ reply }),
  }),
  "canned_reply.changed": ({ reply }) => ({ title: m.events_canned_reply_changed(), details: reply }),
  "canned_reply.deleted": ({ reply }) => ({ title: m.events_canned_reply_deleted(), details: reply }),
};
