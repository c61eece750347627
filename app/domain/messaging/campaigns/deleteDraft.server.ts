import { and, eq } from "drizzle-orm";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { draftDeleted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { findDraft } from "./find.server.ts";

/** Removes a campaign that was never started. @throws DomainError `campaign.not_draft` once it was. */
export async function deleteDraft({
  ctx,
  input: { campaignId },
}: Call<{ campaignId: string }>): Promise<Record<string, never>> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = await findDraft(tx, ctx.orgId, campaignId);
    await tx.delete(campaigns).where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    await record(tx, ctx, draftDeleted, { subject: campaignId, data: { campaign: draft.name } });
  });
  return {};
}
