import { z } from "zod";
import {
  assignConversation,
  assignConversations,
  claimConversation,
} from "#app/domain/messaging/conversations/assign.server.ts";
import { changeLabels, labelConversations } from "#app/domain/messaging/conversations/changeLabels.server.ts";
import { changeState, closeConversations } from "#app/domain/messaging/conversations/changeState.server.ts";
import { markConversationUnread } from "#app/domain/messaging/conversations/markUnread.server.ts";
import { createNote } from "#app/domain/messaging/conversations/notes.server.ts";
import {
  conversationId,
  conversationIds,
  conversationState,
  draftText,
  labels,
  noteText,
  ownerId,
  owners,
  seenMessage,
  seenOwner,
  snoozeTime,
} from "#app/domain/messaging/conversations/schemas.ts";
import {
  endSnooze,
  snoozeConversation,
  snoozeConversations,
} from "#app/domain/messaging/conversations/snooze.server.ts";
import { getSnooze, listSnoozeTimes } from "#app/domain/messaging/conversations/snoozeForm.server.ts";
import { signalTyping } from "#app/domain/messaging/conversations/typing.server.ts";
import {
  fillCannedReply,
  getCannedReply,
  insertCannedReply,
  listCannedReplies,
} from "#app/domain/messaging/inbox/cannedReplies/queries.server.ts";
import { runMacro } from "#app/domain/messaging/inbox/cannedReplies/run.server.ts";
import {
  createCannedReply,
  deleteCannedReply,
  updateCannedReply,
} from "#app/domain/messaging/inbox/cannedReplies/save.server.ts";
import { listChoices } from "#app/domain/messaging/inbox/frame.server.ts";
import { listLate } from "#app/domain/messaging/inbox/late.server.ts";
import {
  cannedReplyForm,
  cannedReplyId,
  inboxSettingsForm,
  memberDuty,
  workingWeek,
} from "#app/domain/messaging/inbox/schemas.ts";
import { updateDuties, updateDuty } from "#app/domain/messaging/inboxSettings/duty.server.ts";
import {
  getInboxSettings,
  updateInboxSettings,
} from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import type { MemberContext } from "#app/platform/context.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { m } from "#messages";
import { endpoint } from "../endpoint.ts";

const one = z.object({ conversationId });
const none = z.object({});
const mayShare = (ctx: MemberContext) => may(ctx.session, "cannedReplies.share");

/** The team inbox. */
export const inbox = {
  "GET /conversations/labels": endpoint({
    act: "conversations.view",
    input: none,
    run: ({ org }) => listChoices(org),
  }),
  "GET /conversations/late": endpoint({
    act: "conversations.view",
    input: none,
    run: ({ org }) => listLate(org),
  }),
  "POST /conversations/close": endpoint({
    act: "conversations.bulk",
    input: z.object({ conversationIds }),
    run: ({ org, input }) => closeConversations({ ctx: org, input }),
  }),
  "GET /conversations/snooze": endpoint({
    act: "conversations.view",
    input: none,
    run: ({ org }) => listSnoozeTimes(org),
  }),
  "POST /conversations/snooze": endpoint({
    act: "conversations.bulk",
    input: z.object({ conversationIds, until: snoozeTime }),
    run: ({ org, input }) => snoozeConversations({ ctx: org, input }),
  }),
  "POST /conversations/assign": endpoint({
    act: "conversations.bulk",
    input: z.object({ conversationIds, memberId: ownerId, owners }),
    run: ({ org, input }) => assignConversations({ ctx: org, input }),
  }),
  "POST /conversations/label": endpoint({
    act: "conversations.bulk",
    input: z.object({
      conversationIds,
      labels: labels.refine((list) => list.length > 0, { error: m.checks_inbox_labels_required }),
    }),
    run: ({ org, input }) => labelConversations({ ctx: org, input }),
  }),
  "POST /conversations/:conversationId/claim": endpoint({
    act: "conversations.work",
    input: one,
    run: ({ org, input }) => claimConversation({ ctx: org, input }),
  }),
  "PUT /conversations/:conversationId/owner": endpoint({
    act: "conversations.work",
    input: one.extend({ memberId: ownerId, from: seenOwner }),
    run: ({ org, input }) => assignConversation({ ctx: org, input }),
  }),
  "PUT /conversations/:conversationId/state": endpoint({
    act: "conversations.work",
    input: one.extend({ state: conversationState }),
    run: ({ org, input }) => changeState({ ctx: org, input }),
  }),
  "GET /conversations/:conversationId/snooze": endpoint({
    act: "conversations.view",
    input: one,
    run: ({ org, input }) => getSnooze(org, input),
  }),
  "PUT /conversations/:conversationId/snooze": endpoint({
    act: "conversations.snooze",
    input: one.extend({ until: snoozeTime }),
    run: ({ org, input }) => snoozeConversation({ ctx: org, input }),
  }),
  "DELETE /conversations/:conversationId/snooze": endpoint({
    act: "conversations.snooze",
    input: one,
    run: ({ org, input }) => endSnooze({ ctx: org, input }),
  }),
  "PUT /conversations/:conversationId/labels": endpoint({
    act: "conversations.work",
    input: one.extend({ add: labels, remove: labels }),
    run: ({ org, input }) => changeLabels({ ctx: org, input }),
  }),
  "POST /conversations/:conversationId/notes": endpoint({
    act: "conversations.work",
    creates: true,
    limit: { max: 120, windowSeconds: 60 },
    input: one.extend({ note: noteText, key: submissionKey }),
    run: ({ org, input }) => createNote({ ctx: org, input }),
  }),
  "POST /conversations/:conversationId/unread": endpoint({
    act: "conversations.work",
    input: one,
    run: ({ org, input }) => markConversationUnread({ ctx: org, input }),
  }),
  "POST /conversations/:conversationId/typing": endpoint({
    act: "conversations.send",
    limit: { max: 15, windowSeconds: 60 },
    input: one.extend({ toCustomer: z.boolean().default(true) }),
    run: ({ org, input }) => signalTyping({ ctx: org, input }),
  }),
  "POST /conversations/:conversationId/canned": endpoint({
    act: "conversations.work",
    creates: true,
    input: one.extend({ cannedReplyId, text: draftText }),
    run: ({ org, input }) => insertCannedReply({ ctx: org, input }),
  }),
  "GET /conversations/:conversationId/canned/:cannedReplyId": endpoint({
    act: "conversations.view",
    input: one.extend({ cannedReplyId }),
    run: ({ org, input }) => fillCannedReply(org, input),
  }),
  "POST /conversations/:conversationId/macro": endpoint({
    act: "conversations.send",
    limit: { max: 120, windowSeconds: 60 },
    input: one.extend({ cannedReplyId, key: submissionKey, seen: seenMessage.default(""), from: seenOwner }),
    run: ({ org, input }) => runMacro({ ctx: org, input }),
  }),
  "GET /canned-replies": endpoint({
    act: "conversations.view",
    input: none,
    run: ({ org }) => listCannedReplies(org),
  }),
  "POST /canned-replies": endpoint({
    act: "cannedReplies.edit",
    creates: true,
    input: cannedReplyForm,
    run: ({ ctx, org, input }) =>
      createCannedReply({ ctx: org, input: { ...input, mayShare: mayShare(ctx) } }),
  }),
  "GET /canned-replies/:cannedReplyId": endpoint({
    act: "conversations.view",
    input: z.object({ cannedReplyId }),
    run: ({ org, input }) => getCannedReply(org, input),
  }),
  "PUT /canned-replies/:cannedReplyId": endpoint({
    act: "cannedReplies.edit",
    input: cannedReplyForm.and(z.object({ cannedReplyId })),
    run: ({ ctx, org, input }) =>
      updateCannedReply({ ctx: org, input: { ...input, mayShare: mayShare(ctx) } }),
  }),
  "DELETE /canned-replies/:cannedReplyId": endpoint({
    act: "cannedReplies.delete",
    input: z.object({ cannedReplyId }),
    run: ({ ctx, org, input }) =>
      deleteCannedReply({ ctx: org, input: { ...input, mayShare: mayShare(ctx) } }),
  }),
  "GET /inbox/settings": endpoint({
    act: "conversations.view",
    input: none,
    run: ({ org }) => getInboxSettings(org),
  }),
  "PUT /inbox/settings": endpoint({
    act: "inbox.manage",
    input: inboxSettingsForm.extend({
      workingWeek: workingWeek.nullable(),
      autoAssign: z.boolean(),
      readReceipts: z.boolean().default(true),
      asksSatisfaction: z.boolean().default(false),
      asksAfterAutoClose: z.boolean().default(false),
    }),
    run: ({ org, input }) => updateInboxSettings({ ctx: org, input }),
  }),
  "PUT /inbox/duty": endpoint({
    act: "inbox.duty",
    input: z.object({ onDuty: z.boolean() }),
    run: ({ ctx, org, input }) => updateDuty({ ctx: org, input: { ...input, memberId: ctx.session.userId } }),
  }),
  "PUT /inbox/members": endpoint({
    act: "inbox.manage",
    input: z.object({ members: z.array(memberDuty).min(1).max(500) }),
    run: ({ org, input }) => updateDuties({ ctx: org, input }),
  }),
};
