import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowSessions } from "#app/db/schema/flows/flows.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { runFlowJob } from "#app/domain/flows/jobs.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { requireWindow } from "#app/domain/messaging/messages/window.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { flowsError } from "../errors.ts";
import { lockFlow } from "../find.server.ts";
import { beginSession } from "./begin.server.ts";
import { endSession } from "./end.server.ts";
import { runningIn } from "./session.server.ts";
import { flowHas } from "./taken.server.ts";

interface Start {
  flowId: string;
  conversationId: string;
  by: "member" | "rule";
  /** Idempotency key: a second call returns the session of the first. */
  key: string;
}

/**
 * Starts a flow in a conversation, by a member or by a rule. @throws DomainError `flow.not_found`,
 * `flow.not_live`, `flow.running`, `flow.opted_out`, `conversation.window_closed`, and those of
 * `openForSending`
 */
export function startFlow({
  ctx,
  input: { flowId, conversationId, by, key },
}: Call<Start>): Promise<{ sessionId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, conversationId);
    const startKey = `${by}:${flowId}:${key}`;
    const known = await sessionOfKey(tx, ctx, startKey);
    if (known) return { sessionId: known };
    const flow = await lockFlow(tx, ctx, flowId);
    if (flow.status !== "live") throw flowsError("flow.not_live");
    if (open.contact.optedOutAt !== null) throw flowsError("flow.opted_out");
    if (await flowHas(tx, ctx, conversationId)) throw flowsError("flow.running");
    requireWindow(open.conversation.windowEndsAt, ctx.clock.now());
    const { sessionId, call } = await beginSession(tx, ctx, open, { flow, by, key: startKey });
    if (call) await callLater(tx, ctx, sessionId, conversationId);
    return { sessionId };
  });
}

/** A call before the first question is made by the job, as a due call. */
async function callLater(tx: Tx, ctx: OrgContext, sessionId: string, conversationId: string): Promise<void> {
  await tx
    .update(flowSessions)
    .set({ dueAt: ctx.clock.now() })
    .where(and(eq(flowSessions.orgId, ctx.orgId), eq(flowSessions.id, sessionId)));
  await ctx.jobs.enqueue(runFlowJob, { orgId: ctx.orgId, conversationId }, { tx });
}

async function sessionOfKey(tx: Tx, ctx: OrgContext, startKey: string): Promise<string | undefined> {
  const [known] = await tx
    .select({ id: flowSessions.id })
    .from(flowSessions)
    .where(and(eq(flowSessions.orgId, ctx.orgId), eq(flowSessions.startKey, startKey)));
  return known?.id;
}

/**
 * Starts a flow in a contact's latest conversation. @throws DomainError `conversation.not_found` and those of
 * `startFlow`
 */
export async function startFlowWithContact(
  ctx: OrgContext,
  { contactId, ...start }: Omit<Start, "conversationId"> & { contactId: string },
): Promise<{ sessionId: string }> {
  const [last] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.contactId, contactId)))
      .orderBy(desc(conversations.lastMessageAt))
      .limit(1),
  );
  if (!last) throw notFound("Conversation");
  return startFlow({ ctx, input: { ...start, conversationId: last.id } });
}

/**
 * A member stops the running flow of a conversation. Nothing is sent. @throws DomainError `flow.not_running`
 */
export function stopFlow({ ctx, input: { conversationId } }: Call<{ conversationId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, conversationId);
    const found = await runningIn(tx, ctx, conversationId);
    if (!found) throw flowsError("flow.not_running");
    await endSession(tx, ctx, { ...found, open }, { status: "stopped", reason: "member_stopped" });
    return {};
  });
}
