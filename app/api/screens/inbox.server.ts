import { z } from "zod";
import {
  assignConversation,
  assignConversations,
  claimConversation,
} from "#app/domain/messaging/conversations/assign.server.ts";
import { changeLabels, labelConversations } from "#app/domain/messaging/conversations/changeLabels.server.ts";
import { changeState, closeConversations } from "#app/domain/messaging/conversations/changeState.server.ts";
import { markConversationUnread } from "#app/domain/messaging/conversations/markUnread.server.ts";
import { addNote } from "#app/domain/messaging/conversations/notes.server.ts";
import {
  conversationId,
  conversationIds,
  conversationState,
  draftText,
  labels,
  noteText,
  ownerId,
  owners,
  seenOwner,
  submissionKey,
} from "#app/domain/messaging/conversations/schemas.ts";
import { sendReadReceipt } from "#app/domain/messaging/conversations/sendReadReceipt.server.ts";
import {
  fillCannedReply,
  getCannedReply,
  insertCannedReply,
  listCannedReplies,
} from "#app/domain/messaging/inbox/cannedReplies/queries.server.ts";
import {
  createCannedReply,
  removeCannedReply,
  updateCannedReply,
} from "#app/domain/messaging/inbox/cannedReplies/save.server.ts";
import { changeDuty } from "#app/domain/messaging/inbox/duty.server.ts";
import { listChoices } from "#app/domain/messaging/inbox/frame.server.ts";
import { listLate } from "#app/domain/messaging/inbox/late.server.ts";
import {
  cannedReplyForm,
  cannedReplyId,
  capacity,
  inboxSettingsForm,
  workingWeek,
} from "#app/domain/messaging/inbox/schemas.ts";
import { getInboxSettings, saveInboxSettings } from "#app/domain/messaging/inbox/settings.server.ts";
import { type MemberContext, orgContext } from "#app/platform/context.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { endpoint } from "../endpoint.ts";

const one = z.object({ conversationId });
const none = z.object({});
const isManager = (ctx: MemberContext) => ctx.session.memberRole !== "agent";

/** Working in the inbox together. Stands before the conversations: what is no id comes first. */
export const inbox = {
  "GET /conversations/labels": endpoint({
    who: "member",
    input: none,
    run: ({ ctx }) => listChoices(orgContext(ctx)),
  }),
  "GET /conversations/late": endpoint({
    who: "member",
    input: none,
    run: ({ ctx }) => listLate(orgContext(ctx)),
  }),
  "POST /conversations/close": endpoint({
    who: "member",
    input: z.object({ conversationIds }),
    run: ({ ctx, input }) => closeConversations({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/assign": endpoint({
    who: "member",
    input: z.object({ conversationIds, memberId: ownerId, owners }),
    run: ({ ctx, input }) => assignConversations({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/label": endpoint({
    who: "member",
    input: z.object({
      conversationIds,
      labels: labels.refine((list) => list.length > 0, { error: m.checks_write_at_least_one_label }),
    }),
    run: ({ ctx, input }) => labelConversations({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/:conversationId/claim": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => claimConversation({ ctx: orgContext(ctx), input }),
  }),
  "PUT /conversations/:conversationId/owner": endpoint({
    who: "member",
    input: one.extend({ memberId: ownerId, from: seenOwner }),
    run: ({ ctx, input }) => assignConversation({ ctx: orgContext(ctx), input }),
  }),
  "PUT /conversations/:conversationId/state": endpoint({
    who: "member",
    input: one.extend({ state: conversationState }),
    run: ({ ctx, input }) => changeState({ ctx: orgContext(ctx), input }),
  }),
  "PUT /conversations/:conversationId/labels": endpoint({
    who: "member",
    input: one.extend({ labels }),
    run: ({ ctx, input }) => changeLabels({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/:conversationId/notes": endpoint({
    who: "member",
    limit: { max: 120, windowSeconds: 60 },
    input: one.extend({ note: noteText, key: submissionKey }),
    run: ({ ctx, input }) => addNote({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/:conversationId/unread": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => markConversationUnread({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/:conversationId/typing": endpoint({
    who: "member",
    limit: { max: 30, windowSeconds: 60 },
    input: one,
    run: ({ ctx, input }) => sendReadReceipt({ ctx: orgContext(ctx), input: { ...input, typing: true } }),
  }),
  "POST /conversations/:conversationId/canned": endpoint({
    who: "member",
    input: one.extend({ cannedReplyId, text: draftText }),
    run: ({ ctx, input }) => insertCannedReply({ ctx: orgContext(ctx), input }),
  }),
  "GET /conversations/:conversationId/canned/:cannedReplyId": endpoint({
    who: "member",
    input: one.extend({ cannedReplyId }),
    run: ({ ctx, input }) => fillCannedReply(orgContext(ctx), input),
  }),
  "GET /canned-replies": endpoint({
    who: "member",
    input: none,
    run: ({ ctx }) => listCannedReplies(orgContext(ctx)),
  }),
  "POST /canned-replies": endpoint({
    who: "member",
    input: cannedReplyForm,
    run: ({ ctx, input }) =>
      createCannedReply({ ctx: orgContext(ctx), input: { ...input, isManager: isManager(ctx) } }),
  }),
  "GET /canned-replies/:cannedReplyId": endpoint({
    who: "member",
    input: z.object({ cannedReplyId }),
    run: ({ ctx, input }) => getCannedReply(orgContext(ctx), input),
  }),
  "PUT /canned-replies/:cannedReplyId": endpoint({
    who: "member",
    input: cannedReplyForm.extend({ cannedReplyId }),
    run: ({ ctx, input }) =>
      updateCannedReply({ ctx: orgContext(ctx), input: { ...input, isManager: isManager(ctx) } }),
  }),
  "DELETE /canned-replies/:cannedReplyId": endpoint({
    who: "member",
    input: z.object({ cannedReplyId }),
    run: ({ ctx, input }) =>
      removeCannedReply({ ctx: orgContext(ctx), input: { ...input, isManager: isManager(ctx) } }),
  }),
  "GET /inbox/settings": endpoint({
    who: "member",
    input: none,
    run: ({ ctx }) => getInboxSettings(orgContext(ctx)),
  }),
  "PUT /inbox/settings": endpoint({
    who: "manager",
    input: inboxSettingsForm.extend({
      workingWeek: workingWeek.nullable(),
      autoAssign: z.boolean(),
      readReceipts: z.boolean().default(true),
    }),
    run: ({ ctx, input }) => saveInboxSettings({ ctx: orgContext(ctx), input }),
  }),
  "PUT /inbox/duty": endpoint({
    who: "member",
    input: z.object({ onDuty: z.boolean() }),
    run: ({ ctx, input }) =>
      changeDuty({ ctx: orgContext(ctx), input: { ...input, memberId: ctx.session.userId } }),
  }),
  "PUT /inbox/members/:memberId": endpoint({
    who: "manager",
    input: z.object({ memberId: idOf("member", z.string().max(64)), onDuty: z.boolean(), capacity }),
    run: ({ ctx, input }) => changeDuty({ ctx: orgContext(ctx), input }),
  }),
};
