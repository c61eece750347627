import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowSessions } from "#app/db/schema/flows.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** A member writes to the customer: a flow that runs in the conversation is over at once. */
export async function stopFlowForMember(tx: Tx, ctx: OrgContext, conversationId: string): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(flowSessions)
    .set({ status: "stopped", reason: "member_wrote", dueAt: null, endedAt: now, updatedAt: now })
    .where(
      and(
        eq(flowSessions.orgId, ctx.orgId),
        eq(flowSessions.conversationId, conversationId),
        eq(flowSessions.status, "running"),
      ),
    );
}
