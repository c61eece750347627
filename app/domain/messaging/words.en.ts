import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { toNairobiInput } from "#app/platform/nairobiTime.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { campaignReasonWords } from "./campaigns/reasonWords.ts";
import { followUpWords } from "./campaigns/words.ts";
import type * as events from "./events.ts";
import { readableSize } from "./media/words.ts";
import { isKnownCode, reasonOf } from "./messages/reasons.ts";
import { messageStateWords } from "./messages/words.ts";

const when = (time: string) => `${toNairobiInput(new Date(time)).replace("T", " ")}, Kenya's time`;

const called = ({ contact, phone }: { contact: string; phone: string | null }) =>
  contact || (phone ? readablePhone(phone) : "WhatsApp user");

const onHold = (data: { campaign: string; recipients: number; totalCents: number }) =>
  `“${data.campaign}” to ${countOf(data.recipients, "recipient")}; ${formatKes(data.totalCents)} on hold`;

const parts: Record<string, string> = {
  name: "name",
  templateId: "template",
  phoneNumberId: "number",
  variables: "variables",
  scheduledFor: "time of sending",
  audience: "audience",
};

const cancelledWhen = (progress: "before" | "during" | "after", notSent: number) =>
  ({
    before: " before it began",
    during: " while it was being sent",
    after: `; ${countOf(notSent, "message")} not sent`,
  })[progress];

export const messagingWords: WordsOf<typeof events> = {
  "campaign.drafted": ({ campaign }) => ({
    title: "Campaign drafted",
    details: `“${campaign}” was drafted`,
  }),
  "campaign.copied": ({ campaign, from }) => ({
    title: "Campaign copied",
    details: `“${campaign}” was drafted as a copy of “${from}”`,
  }),
  "campaign.follow_up_drafted": ({ campaign, to }) => ({
    title: "Follow-up drafted",
    details: `A follow-up of “${campaign}” to ${followUpWords[to]} was drafted`,
  }),
  "campaign.tested": ({ campaign, phones }) => ({
    title: "Test sent",
    details: `“${campaign}” was sent to ${countOf(phones, "own number")} for a try`,
  }),
  "sending.quiet_hours_changed": ({ from, to, zone }) => ({
    title: "Quiet hours changed",
    details:
      from === null ? "Campaigns are sent at any hour" : `Campaigns wait from ${from} to ${to}, ${zone} time`,
  }),
  "sending.test_number_added": ({ phone }) => ({
    title: "Test number added",
    details: `${readablePhone(phone)} gets test messages`,
  }),
  "sending.test_number_removed": ({ phone }) => ({
    title: "Test number removed",
    details: `${readablePhone(phone)} gets no test messages any more`,
  }),
  "campaign.retry_drafted": ({ campaign, recipients }) => ({
    title: "Campaign drafted",
    details: `A retry of “${campaign}” for ${countOf(recipients, "failed recipient")} was drafted`,
  }),
  "campaign.changed": ({ campaign }, { changes }) => {
    const changed = Object.keys(changes).flatMap((name) => parts[name] ?? []);
    return {
      title: "Campaign changed",
      details: `“${campaign}”: ${changed.join(", ") || "the form was sent again"}`,
    };
  },
  "campaign.draft_deleted": ({ campaign }) => ({
    title: "Draft deleted",
    details: `The draft “${campaign}” was deleted`,
  }),
  "campaign.started": (data) => ({ title: "Campaign started", details: onHold(data) }),
  "campaign.scheduled": (data) => ({ title: "Campaign scheduled", details: onHold(data) }),
  "campaign.rescheduled": ({ campaign, from, to }) => ({
    title: "Campaign rescheduled",
    details: `“${campaign}” was moved from ${when(from)} to ${when(to)}`,
  }),
  "campaign.sending": ({ campaign, recipients }) => ({
    title: "Campaign sending",
    details: `“${campaign}” is being sent to ${countOf(recipients, "recipient")}`,
  }),
  "campaign.paused": ({ campaign }) => ({ title: "Campaign paused", details: `“${campaign}” was paused` }),
  "campaign.resumed": ({ campaign }) => ({
    title: "Campaign resumed",
    details: `“${campaign}” was resumed`,
  }),
  "campaign.stopped": ({ campaign, reason }) => ({
    title: "Campaign paused",
    details: `“${campaign}” was paused: ${campaignReasonWords(reason)}`,
    told: { title: "Campaign paused", body: `“${campaign}”: ${campaignReasonWords(reason)}` },
  }),
  "campaign.cancelled": ({ campaign, reason, progress, notSent }) => ({
    title: "Campaign cancelled",
    details: progress
      ? `“${campaign}” was cancelled${cancelledWhen(progress, notSent ?? 0)}`
      : `“${campaign}”: ${campaignReasonWords(reason)}`,
  }),
  "campaign.ended": ({ campaign, reason }) => ({
    title: "Campaign cancelled",
    details: `“${campaign}” was cancelled: ${campaignReasonWords(reason)}`,
    told: { title: "Campaign cancelled", body: `“${campaign}”: ${campaignReasonWords(reason)}` },
  }),
  // Delivery is reported later, and may still fail.
  "campaign.completed": ({ campaign, recipients, failed }) => ({
    title: "Campaign completed",
    details: `“${campaign}” finished: ${
      failed > 0
        ? `${formatCount(failed)} of ${countOf(recipients, "message")} failed so far`
        : `${countOf(recipients, "message")} sent`
    }. See its page for later reports.`,
  }),
  "campaign.recipients_exported": ({ campaign, state }) => ({
    title: "Recipients exported",
    details: `${state ? `The recipients in the state “${messageStateWords[state]}”` : "The recipients"} of “${campaign}” were exported as a CSV file`,
  }),
  "hold.released": ({ campaign, messages, days }) => ({
    title: "Money released",
    details:
      campaign === null
        ? `A single template message, not delivered in ${days} days`
        : `“${campaign}”: ${countOf(messages, "message")} not delivered in ${days} days`,
  }),
  "whatsapp_number.trouble_reported": ({ number, code, said }) => ({
    title: "WhatsApp reported trouble",
    details: `${number}: ${isKnownCode(code) ? `${reasonOf(code).text} ${reasonOf(code).advice}` : said} (code ${code})`,
  }),
  "conversation.read": ({ unread, ...who }) => ({
    title: "Conversation read",
    details: `${called(who)}, ${formatCount(unread)} new`,
  }),
  "media.asked_for": () => ({ title: "File asked for again", details: "A customer's file is fetched again" }),
  "media.uploaded": ({ fileName, bytes }) => ({
    title: "File uploaded",
    details: `${fileName || "Without a name"}, ${readableSize(bytes)}`,
  }),
  "media.deleted": ({ fileName, bytes }) => ({
    title: "Uploaded file deleted",
    details: `${fileName || "Without a name"}, ${readableSize(bytes)}`,
  }),
  "message.reaction_sent": ({ emoji, ...who }) => ({
    title: emoji === "" ? "Reaction taken back" : "Reaction sent",
    details: `${emoji} to ${called(who)}`.trim(),
  }),
  "message.reply_sent": (who) => ({ title: "Reply sent", details: `To ${called(who)}` }),
  "message.template_sent": ({ template, ...who }) => ({
    title: "Template sent",
    details: `${template} to ${called(who)}`,
  }),
  "message.cancelled": ({ recipient }) => ({
    title: "Message cancelled",
    details: `To ${recipient ?? "a contact"}`,
  }),
  "message.received": ({ excerpt, ...who }) => ({
    title: "New message",
    details: `${called(who)}: ${excerpt}`,
  }),
  "message.away_sent": ({ contact }) => ({ title: "Away message sent", details: `To ${contact}` }),
  "conversation.taken": ({ contact }) => ({ title: "Conversation taken", details: contact }),
  "conversation.handed_on": ({ contact, to }) => ({
    title: to === null ? "Conversation let go" : "Conversation handed on",
    details: to === null ? contact : `${contact} to ${to}`,
    told: { title: "A conversation is yours", body: contact },
  }),
  "conversations.handed_on": ({ conversations }) => ({
    title: "Conversations are yours",
    details: countOf(conversations, "conversation"),
  }),
  "conversation.given": ({ contact, to }) => ({
    title: "Conversation given",
    details: `${contact} to ${to}`,
    told: { title: "A conversation is yours", body: contact },
  }),
  "conversation.moved": ({ contact, state }) => ({
    title: `Conversation ${state === "closed" ? "closed" : `marked as ${state}`}`,
    details: contact,
  }),
  "conversation.labelled": ({ contact, labels }) => ({
    title: "Labels changed",
    details: `${contact}: ${labels.join(", ") || "none"}`,
  }),
  "conversation.flow_stopped": ({ contact, flow, reason }) => ({
    title: "Flow stopped",
    details: `“${flow}” with ${contact}: ${reason === "member_wrote" ? "a member wrote" : "the conversation was closed"}`,
  }),
  "conversation.left_unread": ({ contact }) => ({ title: "Conversation marked unread", details: contact }),
  "conversation.forgotten": ({ contact }) => ({
    title: "A customer waits and nobody has the conversation",
    details: contact,
  }),
  "conversation.note_written": ({ contact }) => ({ title: "Note written", details: contact }),
  "conversation.member_mentioned": ({ contact, excerpt }) => ({
    title: `You are named in a note on ${contact}`,
    details: excerpt,
  }),
  "inbox.duty_changed": ({ member, onDuty, capacity }) => ({
    title: "Duty changed",
    details: `${member}: ${onDuty ? "on duty" : "off duty"}, up to ${countOf(capacity, "conversation")} at once`,
  }),
  "inbox.settings_changed": ({ autoAssign }) => ({
    title: "Inbox settings changed",
    details: autoAssign
      ? "Waiting conversations are given to members on duty"
      : "Members take conversations themselves",
  }),
  "canned_reply.created": ({ reply, sharing }) => ({
    title: "Canned reply created",
    details: sharing === "team" ? `${reply}, for the team` : `${reply}, their own`,
  }),
  "canned_reply.changed": ({ reply }) => ({ title: "Canned reply changed", details: reply }),
  "canned_reply.deleted": ({ reply }) => ({ title: "Canned reply deleted", details: reply }),
};
