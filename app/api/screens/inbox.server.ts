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
import { endpoint, query, verb } from "../endpoint.ts";

const one = z.object({ conversationId });
const none = z.object({});
const mayShare = (ctx: MemberContext) => may(ctx.session, "cannedReplies.share");

/** The team inbox. */
export const inbox = {
  "GET /conversations/labels": query("conversations.view", none, listChoices),
  "GET /conversations/late": query("conversations.view", none, listLate),
  "POST /conversations/close": verb("conversations.bulk", z.object({ conversationIds }), closeConversations),
  "GET /conversations/snooze": query("conversations.view", none, listSnoozeTimes),
  "POST /conversations/snooze": verb(
    "conversations.bulk",
    z.object({ conversationIds, until: snoozeTime }),
    snoozeConversations,
  ),
  "POST /conversations/assign": verb(
    "conversations.bulk",
    z.object({ conversationIds, memberId: ownerId, owners }),
    assignConversations,
  ),
  "POST /conversations/label": verb(
    "conversations.bulk",
    z.object({
      conversationIds,
      labels: labels.refine((list) => list.length > 0, { error: m.checks_inbox_labels_required }),
    }),
    labelConversations,
  ),
  "POST /conversations/:conversationId/claim": verb("conversations.work", one, claimConversation),
  "PUT /conversations/:conversationId/owner": verb(
    "conversations.work",
    one.extend({ memberId: ownerId, from: seenOwner }),
    assignConversation,
  ),
  "PUT /conversations/:conversationId/state": verb(
    "conversations.work",
    one.extend({ state: conversationState }),
    changeState,
  ),
  "GET /conversations/:conversationId/snooze": query("conversations.view", one, getSnooze),
  "PUT /conversations/:conversationId/snooze": verb(
    "conversations.snooze",
    one.extend({ until: snoozeTime }),
    snoozeConversation,
  ),
  "DELETE /conversations/:conversationId/snooze": verb("conversations.snooze", one, endSnooze),
  "PUT /conversations/:conversationId/labels": verb(
    "conversations.work",
    one.extend({ add: labels, remove: labels }),
    changeLabels,
  ),
  "POST /conversations/:conversationId/notes": verb(
    "conversations.work",
    one.extend({ note: noteText, key: submissionKey }),
    createNote,
    { creates: true, limit: { max: 120, windowSeconds: 60 } },
  ),
  "POST /conversations/:conversationId/unread": verb("conversations.work", one, markConversationUnread),
  "POST /conversations/:conversationId/typing": verb(
    "conversations.send",
    one.extend({ toCustomer: z.boolean().default(true) }),
    signalTyping,
    { limit: { max: 15, windowSeconds: 60 } },
  ),
  "POST /conversations/:conversationId/canned": verb(
    "conversations.work",
    one.extend({ cannedReplyId, text: draftText }),
    insertCannedReply,
    { creates: true },
  ),
  "GET /conversations/:conversationId/canned/:cannedReplyId": query(
    "conversations.view",
    one.extend({ cannedReplyId }),
    fillCannedReply,
  ),
  "POST /conversations/:conversationId/macro": verb(
    "conversations.send",
    one.extend({ cannedReplyId, key: submissionKey, seen: seenMessage.default(""), from: seenOwner }),
    runMacro,
    { limit: { max: 120, windowSeconds: 60 } },
  ),
  "GET /canned-replies": query("conversations.view", none, listCannedReplies),
  "POST /canned-replies": endpoint({
    act: "cannedReplies.edit",
    creates: true,
    input: cannedReplyForm,
    run: ({ ctx, org, input }) =>
      createCannedReply({ ctx: org, input: { ...input, mayShare: mayShare(ctx) } }),
  }),
  "GET /canned-replies/:cannedReplyId": query(
    "conversations.view",
    z.object({ cannedReplyId }),
    getCannedReply,
  ),
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
  "GET /inbox/settings": query("conversations.view", none, getInboxSettings),
  "PUT /inbox/settings": verb(
    "inbox.manage",
    inboxSettingsForm.extend({
      workingWeek: workingWeek.nullable(),
      autoAssign: z.boolean(),
      readReceipts: z.boolean().default(true),
      asksSatisfaction: z.boolean().default(false),
      asksAfterAutoClose: z.boolean().default(false),
    }),
    updateInboxSettings,
  ),
  "PUT /inbox/duty": endpoint({
    act: "inbox.duty",
    input: z.object({ onDuty: z.boolean() }),
    run: ({ ctx, org, input }) => updateDuty({ ctx: org, input: { ...input, memberId: ctx.session.userId } }),
  }),
  "PUT /inbox/members": verb(
    "inbox.manage",
    z.object({ members: z.array(memberDuty).min(1).max(500) }),
    updateDuties,
  ),
};
