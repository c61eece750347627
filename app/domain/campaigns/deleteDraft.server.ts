import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { findDraft } from "./find.server.ts";

/** Removes a campaign that was never started. @throws DomainError `campaign.not_draft` once it was. */
export async function deleteDraft({
  ctx,
  input: { campaignId },
}: {
  ctx: OrgContext;
  input: { campaignId: string };
}): Promise<Record<string, never>> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = await findDraft(tx, ctx.orgId, campaignId);
    await tx.delete(campaigns).where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    await recordActivity(tx, ctx, {
      type: "message",
      status: "warning",
      action: "Draft deleted",
      details: `The draft “${draft.name}” was deleted`,
    });
  });
  return {};
}
