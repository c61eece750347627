import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { campaignReasonWords } from "./campaigns/reasonWords.ts";
import { capWords, followUpWords } from "./campaigns/words.ts";
import { ownEventWords } from "./conversations/eventWords.ts";
import type * as events from "./events.ts";
import { inboxSettingWords } from "./inboxSettings/eventWords.ts";
import { readableSize } from "./media/words.ts";
import { isKnownCode, reasonOf } from "./messages/reasons.ts";
import { messageStateWords } from "./messages/words.ts";
import { scheduledEventWords } from "./scheduled/eventWords.ts";
import { smsWords } from "./sms/eventWords.ts";
import { teamWords } from "./teams/eventWords.ts";

const when = (time: string) => m.events_time_in_kenya({ time: longMinute(new Date(time)) });

const called = ({ contact, phone }: { contact: string; phone: string | null }) =>
  contact || (phone ? readablePhone(phone) : m.events_whatsapp_user());

const onHold = (data: { campaign: string; recipients: number; totalCents: number }) =>
  m.events_campaign_on_hold({
    campaign: data.campaign,
    recipients: counted(m.counts_recipients, data.recipients),
    total: formatKes(data.totalCents),
  });

const parts: Record<string, string> = lazy({
  name: m.events_campaign_part_name,
  templateId: m.events_campaign_part_template,
  phoneNumberId: m.events_campaign_part_number,
  variables: m.events_campaign_part_variables,
  scheduledFor: m.events_campaign_part_sending_time,
  audience: m.events_campaign_part_audience,
});

const cancelled = (campaign: string, progress: "before" | "during" | "after", notSent: number) => {
  if (progress === "before") return m.events_campaign_cancelled_before({ campaign });
  if (progress === "during") return m.events_campaign_cancelled_during({ campaign });
  return m.events_campaign_cancelled_not_sent({ campaign, messages: counted(m.counts_messages, notSent) });
};

const movedTo = lazy({
  waiting: m.events_conversation_waiting_title,
  open: m.events_conversation_open_title,
  closed: m.events_conversation_closed_title,
});

export const messagingWords: WordsOf<typeof events> = {
  ...inboxSettingWords,
  ...teamWords,
  ...smsWords,
  "campaign.drafted": ({ campaign }) => ({
    title: m.events_campaign_drafted_title(),
    details: m.events_campaign_drafted_details({ campaign }),
  }),
  "campaign.copied": ({ campaign, from }) => ({
    title: m.events_campaign_copied_title(),
    details: m.events_campaign_copied_details({ campaign, from }),
  }),
  "campaign.follow_up_drafted": ({ campaign, to }) => ({
    title: m.events_campaign_follow_up_drafted_title(),
    details: m.events_campaign_follow_up_details({ campaign, group: followUpWords[to] }),
  }),
  "campaign.tested": ({ campaign, phones }) => ({
    title: m.events_campaign_tested_title(),
    details: m.events_campaign_tested_details({ campaign, numbers: counted(m.counts_own_numbers, phones) }),
  }),
  "sending.quiet_hours_changed": ({ from, to, zone }) => ({
    title: m.events_sending_quiet_hours_changed_title(),
    details:
      from === null
        ? m.events_quiet_hours_none()
        : m.events_quiet_hours_set({ from, to: to ?? "", zone: zone ?? "" }),
  }),
  "sending.frequency_cap_changed": ({ messages, days }) => ({
    title: m.events_frequency_cap_changed_title(),
    details:
      messages === null || days === null ? m.events_frequency_cap_none() : capWords({ messages, days }),
  }),
  "sending.test_number_added": ({ phone }) => ({
    title: m.events_sending_test_number_added_title(),
    details: m.events_sending_test_number_added_details({ phone: readablePhone(phone) }),
  }),
  "sending.test_number_removed": ({ phone }) => ({
    title: m.events_sending_test_number_removed_title(),
    details: m.events_test_number_removed_details({ phone: readablePhone(phone) }),
  }),
  "campaign.retry_drafted": ({ campaign, recipients }) => ({
    title: m.events_campaign_drafted_title(),
    details: m.events_campaign_retry_drafted_details({
      campaign,
      recipients: counted(m.counts_failed_recipients, recipients),
    }),
  }),
  "campaign.changed": ({ campaign }, { changes }) => {
    const changed = Object.keys(changes).flatMap((name) => parts[name] ?? []);
    return {
      title: m.events_campaign_changed_title(),
      details: labelled(quoted(campaign), changed.join(", ") || m.events_campaign_changed_details()),
    };
  },
  "campaign.draft_deleted": ({ campaign }) => ({
    title: m.events_campaign_draft_deleted_title(),
    details: m.events_campaign_draft_deleted_details({ campaign }),
  }),
  "campaign.started": (data) => ({ title: m.events_campaign_started_title(), details: onHold(data) }),
  "campaign.scheduled": (data) => ({ title: m.events_campaign_scheduled_title(), details: onHold(data) }),
  "campaign.rescheduled": ({ campaign, from, to }) => ({
    title: m.events_campaign_rescheduled_title(),
    details: m.events_campaign_rescheduled_details({ campaign, from: when(from), to: when(to) }),
  }),
  "campaign.sending": ({ campaign, recipients }) => ({
    title: m.events_campaign_sending_title(),
    details: m.events_campaign_sending_details({
      campaign,
      recipients: counted(m.counts_recipients, recipients),
    }),
  }),
  "campaign.paused": ({ campaign }) => ({
    title: m.events_campaign_paused_title(),
    details: m.events_campaign_paused_details({ campaign }),
  }),
  "campaign.resumed": ({ campaign }) => ({
    title: m.events_campaign_resumed_title(),
    details: m.events_campaign_resumed_details({ campaign }),
  }),
  "campaign.stopped": ({ campaign, reason }) => ({
    title: m.events_campaign_paused_title(),
    details: m.events_campaign_stopped_details({ campaign, reason: campaignReasonWords(reason) ?? "" }),
    notice: {
      title: m.events_campaign_paused_title(),
      body: labelled(quoted(campaign), campaignReasonWords(reason) ?? ""),
    },
  }),
  "campaign.cancelled": ({ campaign, reason, progress, notSent }) => ({
    title: m.events_campaign_cancelled_title(),
    details: progress
      ? cancelled(campaign, progress, notSent ?? 0)
      : labelled(quoted(campaign), campaignReasonWords(reason) ?? ""),
  }),
  "campaign.ended": ({ campaign, reason }) => ({
    title: m.events_campaign_cancelled_title(),
    details: m.events_campaign_ended_details({ campaign, reason: campaignReasonWords(reason) ?? "" }),
    notice: {
      title: m.events_campaign_cancelled_title(),
      body: labelled(quoted(campaign), campaignReasonWords(reason) ?? ""),
    },
  }),
  // Delivery is reported later and may still fail.
  "campaign.completed": ({ campaign, recipients, failed }) => ({
    title: m.events_campaign_completed_title(),
    details:
      failed > 0
        ? m.events_campaign_finished_with_failures({
            campaign,
            failed: formatCount(failed),
            messages: counted(m.counts_messages, recipients),
          })
        : m.events_campaign_finished({
            campaign,
            messages: counted(m.counts_messages, recipients),
          }),
  }),
  "campaign.recipients_exported": ({ campaign, state }) => ({
    title: m.events_recipients_exported_title(),
    details: state
      ? m.events_recipients_exported_of_state({ state: messageStateWords[state], campaign })
      : m.events_recipients_exported_all({ campaign }),
  }),
  "hold.released": ({ campaign, messages, days }) => ({
    title: m.events_hold_released_title(),
    details:
      campaign === null
        ? m.events_hold_released_message({ days })
        : m.events_hold_released_campaign({ campaign, messages: counted(m.counts_messages, messages), days }),
  }),
  "whatsapp_number.trouble_reported": ({ number, code, reason }) => ({
    title: m.events_number_trouble_title(),
    details: labelled(
      number,
      `${isKnownCode(code) ? `${reasonOf(code).text} ${reasonOf(code).advice}` : reason} ${m.common_code_in_brackets({ code })}`,
    ),
  }),
  "conversation.read": ({ unread, ...who }) => ({
    title: m.events_conversation_read_title(),
    details: m.events_conversation_read_details({ who: called(who), unread: formatCount(unread) }),
  }),
  "media.requested": () => ({
    title: m.events_media_asked_for_title(),
    details: m.events_media_asked_for_details(),
  }),
  "media.uploaded": ({ fileName, bytes }) => ({
    title: m.events_media_uploaded_title(),
    details: `${fileName || m.events_media_uploaded_unnamed()}, ${readableSize(bytes)}`,
  }),
  "media.deleted": ({ fileName, bytes }) => ({
    title: m.events_media_deleted_title(),
    details: `${fileName || m.events_media_uploaded_unnamed()}, ${readableSize(bytes)}`,
  }),
  "message.reaction_sent": ({ emoji, ...who }) => ({
    title: emoji === "" ? m.events_reaction_removed_title() : m.events_reaction_sent_title(),
    details:
      emoji === ""
        ? m.events_reaction_to_whom({ whom: called(who) })
        : m.events_what_to_whom({ what: emoji, whom: called(who) }),
  }),
  "message.reply_sent": (who) => ({
    title: m.events_message_reply_sent_title(),
    details: m.events_message_reply_sent_details({ who: called(who) }),
  }),
  "message.template_sent": ({ template, ...who }) => ({
    title: m.events_message_template_sent_title(),
    details: m.events_what_to_whom({ what: template, whom: called(who) }),
  }),
  ...scheduledEventWords,
  "message.cancelled": ({ recipient }) => ({
    title: m.events_message_cancelled_title(),
    details: m.events_message_cancelled_details({
      recipient: recipient ?? m.events_message_cancelled_unnamed(),
    }),
  }),
  "message.received": ({ excerpt, ...who }) => ({
    title: m.events_message_received_title(),
    details: labelled(called(who), excerpt),
  }),
  "message.reacted": ({ excerpt, ...who }) => ({
    title: m.events_message_reacted_title(),
    details: labelled(called(who), excerpt),
  }),
  "message.away_sent": ({ contact }) => ({
    title: m.events_message_away_sent_title(),
    details: m.events_message_away_sent_details({ contact }),
  }),
  "message.satisfaction_requested": ({ contact }) => ({
    title: m.events_satisfaction_requested_title(),
    details: m.events_message_away_sent_details({ contact }),
  }),
  "conversation.taken": ({ contact }) => ({ title: m.events_conversation_taken_title(), details: contact }),
  "conversation.handed_on": ({ contact, to }) => ({
    title: to === null ? m.events_conversation_unassigned_title() : m.events_conversation_reassigned_title(),
    details: to === null ? contact : m.events_what_to_whom({ what: contact, whom: to }),
    notice: { title: m.events_conversation_assigned_notice(), body: contact },
  }),
  "conversations.handed_on": ({ conversations }) => ({
    title: m.events_conversations_handed_on_title(),
    details: counted(m.counts_conversations, conversations),
  }),
  "conversation.given": ({ contact, to }) => ({
    title: m.events_conversation_given_title(),
    details: m.events_what_to_whom({ what: contact, whom: to }),
    notice: { title: m.events_conversation_assigned_notice(), body: contact },
  }),
  "conversation.moved": ({ contact, state }) => ({
    title: movedTo[state],
    details: contact,
  }),
  ...ownEventWords,
  "conversation.labelled": ({ contact, labels }) => ({
    title: m.events_conversation_labelled_title(),
    details: labelled(contact, labels.join(", ") || m.events_conversation_labelled_details()),
  }),
  "conversation.flow_stopped": ({ contact, flow, reason }) => ({
    title: m.events_flow_stopped_title(),
    details:
      reason === "member_wrote"
        ? m.events_conversation_flow_member_wrote({ flow, contact })
        : m.events_conversation_flow_closed({ flow, contact }),
  }),
  "conversation.left_unread": ({ contact }) => ({
    title: m.events_conversation_left_unread_title(),
    details: contact,
  }),
  "conversation.forgotten": ({ contact }) => ({
    title: m.events_conversation_forgotten_title(),
    details: contact,
  }),
  "conversation.note_written": ({ contact }) => ({
    title: m.events_conversation_note_written_title(),
    details: contact,
  }),
  "conversation.member_mentioned": ({ contact, excerpt }) => ({
    title: m.events_member_mentioned_title({ contact }),
    details: excerpt,
  }),
  "canned_reply.created": ({ reply, sharing }) => ({
    title: m.events_canned_reply_created_title(),
    details:
      sharing === "team" ? m.events_canned_reply_for_team({ reply }) : m.events_canned_reply_own({ reply }),
  }),
  "canned_reply.changed": ({ reply }) => ({ title: m.events_canned_reply_changed_title(), details: reply }),
  "canned_reply.deleted": ({ reply }) => ({ title: m.events_canned_reply_deleted_title(), details: reply }),
};
