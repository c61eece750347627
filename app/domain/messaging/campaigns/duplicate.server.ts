import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type Audience, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { campaignCopied, followUpDrafted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { type Campaign, findCampaign } from "./find.server.ts";
import type { followUpWords } from "./words.ts";

const longestName = 100;

const named = (name: string, ending: string) => `${name.slice(0, longestName - ending.length)}${ending}`;

/** Drafts the same campaign again: message, audience, variables and pace; not its time. The same `key` again is the same copy. */
export async function duplicateCampaign({
  ctx,
  input,
}: Call<{ campaignId: string; key: string }>): Promise<{ campaignId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const source = await findCampaign(tx, ctx.orgId, input.campaignId);
    // A retry's audience is what is left to retry, which its own page offers.
    const audience: Audience = source.audience.kind === "failed_of" ? { kind: "none" } : source.audience;
    const name = named(source.name, " (copy)");
    const { campaignId, isNew } = await draftFrom(tx, ctx, source, { name, audience, key: input.key });
    if (isNew)
      await record(tx, ctx, campaignCopied, {
        subject: campaignId,
        data: { campaign: name, from: source.name },
      });
    return { campaignId };
  });
}

/**
 * Drafts a campaign to those who did not read an earlier one, did not reply, or did not get it, with its
 * message to edit. They are counted again until it is sent: those who read in the meantime get no reminder.
 * @throws DomainError `campaign.not_sent` while nothing of the earlier one was sent.
 */
export async function followUp({
  ctx,
  input,
}: Call<{ campaignId: string; to: keyof typeof followUpWords; key: string }>): Promise<{
  campaignId: string;
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const source = await findCampaign(tx, ctx.orgId, input.campaignId);
    if (!source.startedAt) throw messagingError("campaign.not_sent");
    const name = named(source.name, " (follow-up)");
    const audience: Audience = { kind: "follow_up", campaignId: source.id, to: input.to };
    const { campaignId, isNew } = await draftFrom(tx, ctx, source, { name, audience, key: input.key });
    if (isNew)
      await record(tx, ctx, followUpDrafted, {
        subject: campaignId,
        data: { campaign: source.name, to: input.to },
      });
    return { campaignId };
  });
}

/** A draft with what an earlier campaign says. */
async function draftFrom(
  tx: Tx,
  ctx: OrgContext,
  source: Campaign,
  { name, audience, key }: { name: string; audience: Audience; key: string },
): Promise<{ campaignId: string; isNew: boolean }> {
  const now = ctx.clock.now();
  const [made] = await tx
    .insert(campaigns)
    .values({
      orgId: ctx.orgId,
      id: newId("cmp", now.getTime()),
      name,
      kind: source.kind,
      templateId: source.templateId,
      phoneNumberId: source.phoneNumberId,
      audience,
      variables: source.variables,
      payment: source.payment,
      pace: source.pace,
      beyondLimit: source.beyondLimit,
      madeFrom: source.id,
      idempotencyKey: key,
      createdBy: userOf(ctx.actor),
      createdAt: now,
    })
    .onConflictDoNothing({ target: [campaigns.orgId, campaigns.idempotencyKey] })
    .returning({ id: campaigns.id });
  if (made) return { campaignId: made.id, isNew: true };
  const [known] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.idempotencyKey, key)));
  return { campaignId: known!.id, isNew: false };
}
