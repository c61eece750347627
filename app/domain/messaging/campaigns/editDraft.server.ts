import { and, eq } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { campaignChanged } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import type { Call } from "#app/platform/context.ts";
import { changesOfParts, type DraftParts } from "./draftParts.server.ts";
import { type Campaign, findDraft, requireSameAccount } from "./find.server.ts";

type DraftEdit = DraftParts & {
  campaignId: string;
  /** Whether recipients beyond the portfolio's messaging limit are sent to anyway, or wait for capacity. */
  beyondLimit?: "send" | "wait" | undefined;
};

/**
 * Updates parts of a draft and logs it; unchanged ones do nothing. @throws DomainError `campaign.not_draft` once it was
 * started, `campaign.other_account`, those of `changesOfParts`.
 */
export async function editDraft({ ctx, input }: Call<DraftEdit>): Promise<{ campaignId: string }> {
  const { campaignId, beyondLimit, ...parts } = input;
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = await findDraft(tx, ctx.orgId, campaignId);
    const { template } = await requireSameAccount(tx, ctx.orgId, {
      templateId: parts.templateId ?? draft.templateId,
      phoneNumberId: parts.phoneNumberId ?? draft.phoneNumberId,
    });
    const changes = {
      ...(await changesOfParts(tx, ctx, draft, { ...parts, template })),
      ...(beyondLimit && { beyondLimit }),
    };
    // Recorded even when unchanged: the same numbers may create contacts or record consent.
    if (parts.audience?.kind !== "numbers" && !isChange(draft, changes)) return;
    await tx
      .update(campaigns)
      .set({ ...changes, updatedAt: ctx.clock.now() })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    notifyPages(tx, ctx.orgId, "campaigns");
    await record(tx, ctx, campaignChanged, {
      subject: campaignId,
      data: { campaign: changes.name ?? draft.name },
      changes: changesBetween<Partial<Campaign>>(draft, changes),
    });
  });
  return { campaignId };
}
