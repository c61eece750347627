/** One list of event types; it exceeds the line limit because a room's types are looked up as one. */

import { z } from "zod";
import { eventType, reportType, unstoredType } from "#app/domain/record/eventType.ts";
import { reason } from "#app/domain/record/reason.ts";
import { m } from "#messages";

/** The campaign's name as it was then. */
const campaign = z.object({ campaign: z.string() });
const toRecipients = campaign.extend({ recipients: z.number() });
const quoted = toRecipients.extend({ totalCents: z.number() });

export const campaignDrafted = eventType({ name: "campaign.drafted", type: "message", data: campaign });
export const campaignCopied = eventType({
  name: "campaign.copied",
  type: "message",
  data: campaign.extend({ from: z.string() }),
});
/** `campaign`: the original campaign. */
export const followUpDrafted = eventType({
  name: "campaign.follow_up_drafted",
  type: "message",
  data: campaign.extend({ to: z.enum(["not_read", "not_replied", "failed"]) }),
});
export const campaignTested = eventType({
  name: "campaign.tested",
  type: "message",
  data: campaign.extend({ phones: z.number() }),
});
/** Empty: none are left. */
export const quietHoursChanged = eventType({
  name: "sending.quiet_hours_changed",
  type: "settings",
  data: z.object({ from: z.string().nullable(), to: z.string().nullable(), zone: z.string().nullable() }),
});
/** Null: there is no limit. */
export const frequencyCapChanged = eventType({
  name: "sending.frequency_cap_changed",
  type: "settings",
  data: z.object({ messages: z.number().nullable(), days: z.number().nullable() }),
});
export const testNumberAdded = eventType({
  name: "sending.test_number_added",
  type: "settings",
  data: z.object({ phone: z.string() }),
});
export const testNumberRemoved = eventType({
  name: "sending.test_number_removed",
  type: "settings",
  data: z.object({ phone: z.string() }),
});
/** `campaign`: the campaign whose failed messages are retried. */
export const retryDrafted = eventType({
  name: "campaign.retry_drafted",
  type: "message",
  data: toRecipients,
});
export const campaignChanged = eventType({ name: "campaign.changed", type: "message", data: campaign });
export const draftDeleted = eventType({
  name: "campaign.draft_deleted",
  type: "message",
  status: "warning",
  data: campaign,
});
export const campaignStarted = eventType({
  name: "campaign.started",
  type: "message",
  data: quoted,
  webhook: {
    label: m.webhooks_campaign_started,
    fields: { name: "campaign", recipients: "recipients", total_cents: "totalCents" },
  },
});
export const campaignScheduled = eventType({
  name: "campaign.scheduled",
  type: "message",
  data: quoted,
  webhook: {
    label: m.webhooks_campaign_scheduled,
    fields: { name: "campaign", recipients: "recipients", total_cents: "totalCents" },
  },
});
export const campaignRescheduled = eventType({
  name: "campaign.rescheduled",
  type: "message",
  data: campaign.extend({ from: z.string(), to: z.string() }),
});
export const campaignSending = eventType({ name: "campaign.sending", type: "message", data: toRecipients });
export const campaignPaused = eventType({
  name: "campaign.paused",
  type: "message",
  data: campaign,
  webhook: { label: m.webhooks_campaign_paused, fields: { name: "campaign" } },
});
export const campaignResumed = eventType({
  name: "campaign.resumed",
  type: "message",
  data: campaign,
  webhook: { label: m.webhooks_campaign_resumed, fields: { name: "campaign" } },
});
/** Paused by the platform to prevent failures. */
export const campaignStopped = eventType({
  name: "campaign.stopped",
  type: "message",
  status: "warning",
  data: campaign.extend({ reason }),
  bell: { to: "everyone" },
  webhook: { name: "campaign.paused", label: m.webhooks_campaign_paused, fields: { name: "campaign" } },
});
export const campaignCancelled = eventType({
  name: "campaign.cancelled",
  type: "message",
  status: "warning",
  /** `progress`: how far it was when a member cancelled it; `notSent` messages were still to be sent. */
  data: campaign.extend({
    reason,
    progress: z.enum(["before", "during", "after"]).optional(),
    notSent: z.number().optional(),
  }),
  webhook: { label: m.webhooks_campaign_cancelled, fields: { name: "campaign" } },
});
/** Its number was lost. */
export const campaignEnded = eventType({
  name: "campaign.ended",
  type: "message",
  status: "warning",
  data: campaign.extend({ reason }),
  bell: { to: "everyone" },
  webhook: { name: "campaign.cancelled", label: m.webhooks_campaign_cancelled, fields: { name: "campaign" } },
});
export const campaignCompleted = eventType({
  name: "campaign.completed",
  type: "message",
  data: toRecipients.extend({ failed: z.number() }),
  bell: { to: "everyone" },
  webhook: {
    label: m.webhooks_campaign_completed,
    fields: { name: "campaign", recipients: "recipients", failed: "failed" },
  },
});
export const recipientsExported = eventType({
  name: "campaign.recipients_exported",
  type: "message",
  data: campaign.extend({
    state: z
      .enum(["queued", "accepted", "sent", "delivered", "read", "failed", "unknown", "cancelled"])
      .nullable(),
  }),
});
/** Of a campaign, or of a single message, which has no name. */
export const moneyReleased = eventType({
  name: "hold.released",
  type: "billing",
  data: z.object({ campaign: z.string().nullable(), messages: z.number(), days: z.number() }),
});

/** An error of a number without a message; `reason`: Meta's explanation of the code. */
export const troubleReported = eventType({
  name: "whatsapp_number.trouble_reported",
  type: "message",
  status: "error",
  data: z.object({ number: z.string(), code: z.number(), reason: z.string() }),
});

/** The person of a conversation as known at that time. */
const person = z.object({ contactId: z.string(), contact: z.string(), phone: z.string().nullable() });
export const conversationRead = eventType({
  name: "conversation.read",
  type: "message",
  data: person.extend({ unread: z.number() }),
});
const sent = person.extend({ messageId: z.string() });
export const mediaRequested = eventType({
  name: "media.requested",
  type: "message",
  data: z.object({}),
});
const uploaded = z.object({ fileName: z.string(), bytes: z.number() });
export const mediaUploaded = eventType({ name: "media.uploaded", type: "message", data: uploaded });
export const mediaDeleted = eventType({ name: "media.deleted", type: "message", data: uploaded });
/** `emoji` is empty when a reaction was removed. */
export const reactionSent = eventType({
  name: "message.reaction_sent",
  type: "message",
  data: sent.extend({ emoji: z.string() }),
});
export const replySent = eventType({ name: "message.reply_sent", type: "message", data: sent });
export const templateSent = eventType({
  name: "message.template_sent",
  type: "message",
  data: sent.extend({ template: z.string() }),
});
export const messageCancelled = eventType({
  name: "message.cancelled",
  type: "message",
  status: "warning",
  data: z.object({ recipient: z.string().nullable() }),
});
const scheduled = z.object({ contact: z.string(), sendAt: z.string() });
export const messageScheduled = eventType({ name: "message.scheduled", type: "message", data: scheduled });
export const messageRescheduled = eventType({
  name: "message.rescheduled",
  type: "message",
  data: scheduled,
});
export const scheduledMessageCancelled = eventType({
  name: "message.schedule_cancelled",
  type: "message",
  data: scheduled,
});
/** `problem`: a note. Its author and the assigned member are notified. */
export const scheduledMessageNotSent = eventType({
  name: "message.schedule_failed",
  type: "message",
  status: "warning",
  data: scheduled.extend({ problem: z.string() }),
  bell: { to: "named" },
});
/** What customers write is in the chat; the log has what the organisation does. */
const received = person.extend({ messageId: z.string(), excerpt: z.string() });
export const messageReceived = eventType({
  name: "message.received",
  type: null,
  data: received,
  bell: { to: "everyone", unlessUnread: true },
  webhook: { label: m.webhooks_message_received },
});
/** `excerpt`: the emoji, or that it was removed. */
export const messageReacted = eventType({
  name: "message.reacted",
  type: null,
  data: received,
  bell: { to: "everyone", unlessUnread: true },
  webhook: { label: m.webhooks_message_reacted },
});
/** A customer sent a cart: the message itself stores the fact. */
export const cartReceived = unstoredType({ name: "cart.received" });
/** What is reported of sent messages. */
export const messageDelivered = reportType({
  name: "message.delivered",
  webhook: { label: m.webhooks_message_delivered },
});
export const messageRead = reportType({
  name: "message.read",
  webhook: { label: m.webhooks_message_read },
});
export const messageFailed = reportType({
  name: "message.failed",
  webhook: { label: m.webhooks_message_failed },
});
/** The state of the SMS that followed a message. */
export const smsReported = reportType({
  name: "message.sms",
  webhook: { label: m.webhooks_message_sms },
});
export const smsConnected = eventType({
  name: "sms.connected",
  type: "settings",
  data: z.object({ account: z.enum(["platform", "own"]), senderName: z.string().nullable() }),
});
export const smsDisconnected = eventType({ name: "sms.disconnected", type: "settings", data: z.object({}) });
export const smsAccountRemoved = eventType({
  name: "sms.account_removed",
  type: "settings",
  status: "warning",
  data: z.object({}),
});
/** The service refused the account or its sender name. */
export const smsAccountRefused = eventType({
  name: "sms.account_refused",
  type: "settings",
  status: "error",
  bell: { to: "managers", unlessUnread: true },
  data: z.object({ account: z.enum(["platform", "own"]), code: z.string() }),
});
/** Without a wait: no SMS follows any longer. */
export const templateSmsChanged = eventType({
  name: "template.sms_changed",
  type: "settings",
  data: z.object({
    template: z.string(),
    waitSeconds: z.number().nullable(),
    maxCents: z.number().nullable(),
  }),
});

/** The name of the customer as it was then. */
const talk = z.object({ contact: z.string() });
/** Outside working hours, automatically. */
export const awayMessageSent = eventType({ name: "message.away_sent", type: "message", data: sent });
/** After a member closed the conversation, automatically. */
export const satisfactionRequested = eventType({
  name: "message.satisfaction_requested",
  type: "message",
  data: sent,
});
/** `score`: from 1 to 5. Such an answer is no `message.received`: neither a member nor a bot has to reply. */
export const satisfactionAnswered = eventType({
  name: "conversation.satisfaction_answered",
  type: "message",
  data: talk.extend({ score: z.number() }),
  webhook: {
    label: m.webhooks_conversation_satisfaction,
    fields: { contact_name: "contact", score: "score" },
  },
});
export const conversationTaken = eventType({
  name: "conversation.taken",
  type: "message",
  data: talk,
  webhook: {
    name: "conversation.assigned",
    label: m.webhooks_conversation_assigned,
    fields: { contact_name: "contact" },
  },
});
/** `to`: a member's name; null: unassigned. */
export const conversationHandedOn = eventType({
  name: "conversation.handed_on",
  type: "message",
  data: talk.extend({ to: z.string().nullable() }),
  bell: { to: "named" },
  webhook: {
    name: "conversation.assigned",
    label: m.webhooks_conversation_assigned,
    fields: { contact_name: "contact", assignee_name: "to" },
  },
});
/** A bulk assignment: one notification, and one log entry per conversation. */
export const conversationsHandedOn = eventType({
  name: "conversations.handed_on",
  type: null,
  data: z.object({ conversations: z.number() }),
  bell: { to: "named" },
});
/** By the platform, to a member on duty. */
export const conversationGiven = eventType({
  name: "conversation.given",
  type: "message",
  data: talk.extend({ to: z.string() }),
  bell: { to: "named" },
  webhook: {
    name: "conversation.assigned",
    label: m.webhooks_conversation_assigned,
    fields: { contact_name: "contact", assignee_name: "to" },
  },
});
/** `team`: its name; null: the organisation's queue. */
export const conversationQueued = eventType({
  name: "conversation.team_changed",
  type: "message",
  data: talk.extend({ team: z.string().nullable() }),
  webhook: {
    label: m.webhooks_conversation_team_changed,
    fields: { contact_name: "contact", team_name: "team" },
  },
});
export const conversationMoved = eventType({
  name: "conversation.moved",
  type: "message",
  data: talk.extend({ state: z.enum(["waiting", "open", "closed"]) }),
  webhook: {
    name: "conversation.status_changed",
    label: m.webhooks_conversation_status,
    fields: { contact_name: "contact", status: "state" },
  },
});
export const conversationSnoozed = eventType({
  name: "conversation.snoozed",
  type: "message",
  data: talk.extend({ until: z.string() }),
  webhook: {
    label: m.webhooks_conversation_snoozed,
    fields: { contact_name: "contact", snoozed_until: "until" },
  },
});
const unsnoozeReasons = ["time_reached", "customer_wrote", "ended_early", "handed_over", "closed"] as const;
export type UnsnoozeReason = (typeof unsnoozeReasons)[number];
/** `state`: what the conversation is now. When its time is reached, the member whose it is gets notified. */
export const conversationUnsnoozed = eventType({
  name: "conversation.unsnoozed",
  type: "message",
  data: talk.extend({ reason: z.enum(unsnoozeReasons), state: z.enum(["waiting", "open", "closed"]) }),
  bell: { to: "named" },
  webhook: {
    label: m.webhooks_conversation_unsnoozed,
    fields: { contact_name: "contact", reason: "reason", status: "state" },
  },
});
export const conversationLabelled = eventType({
  name: "conversation.labelled",
  type: "message",
  data: talk.extend({ labels: z.array(z.string()) }),
  webhook: { label: m.webhooks_conversation_labelled, fields: { contact_name: "contact", labels: "labels" } },
});
/** The acts of the macro are events of their own. */
export const macroRun = eventType({
  name: "conversation.macro_run",
  type: "message",
  data: talk.extend({ macro: z.string() }),
});
/** A member wrote while a flow led the conversation, or closed it, which ends the flow. */
export const conversationFlowStopped = eventType({
  name: "conversation.flow_stopped",
  type: "message",
  data: talk.extend({ flow: z.string(), reason: z.enum(["member_wrote", "member_stopped"]) }),
});
export const conversationLeftUnread = eventType({
  name: "conversation.left_unread",
  type: "message",
  data: talk,
});
/** It is unassigned, and the customer waits too long. */
export const conversationForgotten = eventType({
  name: "conversation.forgotten",
  type: "message",
  status: "warning",
  data: talk,
  bell: { to: "everyone" },
});
export const noteWritten = eventType({ name: "conversation.note_written", type: "message", data: talk });
export const memberMentioned = eventType({
  name: "conversation.member_mentioned",
  type: null,
  data: talk.extend({ excerpt: z.string() }),
  bell: { to: "named" },
});
export const dutyChanged = eventType({
  name: "inbox.duty_changed",
  type: "settings",
  data: z.object({ member: z.string(), onDuty: z.boolean(), capacity: z.number() }),
});
export const inboxSettingsChanged = eventType({
  name: "inbox.settings_changed",
  type: "settings",
  data: z.object({ autoAssign: z.boolean() }),
});
const team = z.object({ team: z.string(), members: z.number(), autoAssign: z.boolean() });
export const teamCreated = eventType({ name: "team.created", type: "settings", data: team });
export const teamChanged = eventType({ name: "team.changed", type: "settings", data: team });
const teamReturned = z.object({ team: z.string(), conversations: z.number() });
/** Its last member left. `conversations`: those that the organisation's queue has instead. */
export const teamEmptied = eventType({
  name: "team.emptied",
  type: "settings",
  status: "warning",
  data: teamReturned,
  bell: { to: "managers", alsoCauser: true },
});
export const teamDeleted = eventType({
  name: "team.deleted",
  type: "settings",
  status: "warning",
  data: teamReturned,
  bell: { to: "managers" },
});
const canned = z.object({ reply: z.string(), sharing: z.enum(["team", "personal"]) });
export const cannedReplyCreated = eventType({ name: "canned_reply.created", type: "settings", data: canned });
export const cannedReplyChanged = eventType({ name: "canned_reply.changed", type: "settings", data: canned });
export const cannedReplyDeleted = eventType({
  name: "canned_reply.deleted",
  type: "settings",
  status: "warning",
  data: canned,
});
