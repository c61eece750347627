import { and, eq } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { type CampaignPayment, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { campaignChanged } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { columnNames } from "./choices.server.ts";
import { findCampaign, findDraft } from "./find.server.ts";

/** What a draft asks its recipients to pay, and the fields that can say how much. @throws DomainError `campaign.not_found` */
export const getCampaignPayment = (ctx: OrgContext, campaignId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name, payment } = await findCampaign(tx, ctx.orgId, campaignId);
    return { name, payment, fields: await columnNames(tx, ctx.orgId) };
  });

/** Null: the draft asks for no money. @throws DomainError `campaign.not_found`, `campaign.not_draft` */
export async function setCampaignPayment({
  ctx,
  input: { campaignId, payment },
}: Call<{ campaignId: string; payment: CampaignPayment | null }>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = await findDraft(tx, ctx.orgId, campaignId);
    await tx
      .update(campaigns)
      .set({ payment, updatedAt: ctx.clock.now() })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    notifyPages(tx, ctx.orgId, "campaigns");
    await record(tx, ctx, campaignChanged, {
      subject: campaignId,
      data: { campaign: draft.name },
      changes: { payment: [draft.payment?.field ?? "", payment?.field ?? ""] },
    });
  });
}
