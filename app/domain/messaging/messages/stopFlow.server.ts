import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowSessions, flows } from "#app/db/schema/flows/flows.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { conversationFlowStopped } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import type { OpenConversation } from "./openForSending.server.ts";

/** Ends a running flow at once when a member writes to the customer or closes the conversation. */
export async function stopFlowForMember(
  tx: Tx,
  ctx: OrgContext,
  {
    conversationId,
    contact,
    reason,
  }: { conversationId: string; contact: string; reason: "member_wrote" | "member_stopped" },
): Promise<void> {
  const now = ctx.clock.now();
  const [stopped] = await tx
    .update(flowSessions)
    .set({ status: "stopped", reason, dueAt: null, calls: 0, endedAt: now, updatedAt: now })
    .where(
      and(
        eq(flowSessions.orgId, ctx.orgId),
        eq(flowSessions.conversationId, conversationId),
        eq(flowSessions.status, "running"),
      ),
    )
    .returning({ flowId: flowSessions.flowId });
  if (!stopped) return;
  const [flow] = await tx
    .select({ name: flows.name })
    .from(flows)
    .where(and(eq(flows.orgId, ctx.orgId), eq(flows.id, stopped.flowId)));
  await record(tx, ctx, conversationFlowStopped, {
    subject: conversationId,
    data: { flow: flow?.name ?? "", contact, reason },
  });
}

/** The same for a message, if its author is a member. */
export const stopFlowByMessage = async (
  tx: Tx,
  ctx: OrgContext,
  { conversation, contact }: OpenConversation,
): Promise<void> =>
  userOf(ctx.actor) === null
    ? undefined
    : stopFlowForMember(tx, ctx, {
        conversationId: conversation.id,
        contact: nameOf(contact.name, contact.phone, contact.username),
        reason: "member_wrote",
      });
