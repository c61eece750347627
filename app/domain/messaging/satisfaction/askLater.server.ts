import type { Tx } from "#app/db/client.server.ts";
import { type InboxSettings, inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { askSatisfactionJob } from "#app/domain/messaging/jobs.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";

/** In the transaction in which a member closes conversations: schedules the question to their customers, once per closing. */
export async function askLater(tx: Tx, ctx: OrgContext, conversationIds: readonly string[]): Promise<void> {
  if (userOf(ctx.actor) === null || conversationIds.length === 0) return;
  const { asksSatisfaction } = await inboxSettingsOf(tx, ctx.orgId);
  if (asksSatisfaction) await schedule(tx, ctx, conversationIds);
}

/** The same where conversations are closed automatically, in organisations that chose it. */
export async function askLaterAutomatically(
  tx: Tx,
  ctx: OrgContext,
  { asksSatisfaction, asksAfterAutoClose, satisfactionTemplateId }: InboxSettings,
  conversationIds: readonly string[],
): Promise<void> {
  // Their customer service window is over.
  if (asksSatisfaction && asksAfterAutoClose && satisfactionTemplateId !== null)
    await schedule(tx, ctx, conversationIds);
}

async function schedule(tx: Tx, ctx: OrgContext, conversationIds: readonly string[]): Promise<void> {
  const at = ctx.clock.now().getTime();
  const closings = conversationIds.map((conversationId) => ({ conversationId, closingId: newId("sat", at) }));
  await ctx.jobs.enqueue(
    askSatisfactionJob,
    { orgId: ctx.orgId, closedBy: userOf(ctx.actor), closings },
    { tx },
  );
}
