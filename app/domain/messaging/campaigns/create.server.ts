import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { campaignChanged, campaignDrafted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import type { AudienceChoice } from "./audienceChoice.server.ts";
import { keptVariables } from "./editDraft.server.ts";
import { type Campaign, requireSameAccount } from "./find.server.ts";
import { takeAudience } from "./setAudience.server.ts";

/**
 * Creates a draft, its audience open unless one is chosen with it; whatever is refused leaves nothing behind. The same
 * `key` again is the same form: it changes the draft that it made the first time, unless that one was started.
 * @throws DomainError `campaign.other_account`, `campaign.bad_audience`, `campaign.bad_numbers`.
 */
export const createCampaign = async ({
  ctx,
  input,
}: Call<CampaignInput>): Promise<{ campaignId: string }> => {
  const { campaignId } = await ctx.db.withOrg(ctx.orgId, (tx) => createCampaignIn(tx, ctx, input));
  return { campaignId };
};

interface CampaignInput {
  name: string;
  kind: "campaign" | "broadcast";
  templateId: string;
  phoneNumberId: string;
  audience?: AudienceChoice | undefined;
  key: string;
}

/** The same in the caller's transaction. Not a draft where this form was sent before, and its draft started. */
export async function createCampaignIn(
  tx: Tx,
  ctx: OrgContext,
  input: CampaignInput,
): Promise<{ campaignId: string; isDraft: boolean }> {
  const { template } = await requireSameAccount(tx, ctx.orgId, input);
  const { draft, isNew } = await insertOrLock(tx, ctx, input);
  const { id: campaignId } = draft;
  if (draft.status !== "draft") return { campaignId, isDraft: false };
  const chosen = input.audience && (await takeAudience(tx, ctx, { ...input.audience, campaignId }));
  const { name, templateId, phoneNumberId } = input;
  const changes = {
    name,
    templateId,
    phoneNumberId,
    variables: keptVariables(draft, template),
    ...(chosen ? { audience: chosen.audience } : {}),
  };
  const changed = isChange(draft, changes);
  if (changed)
    await tx
      .update(campaigns)
      .set({ ...changes, updatedAt: ctx.clock.now() })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
  if (isNew || changed)
    await record(tx, ctx, isNew ? campaignDrafted : campaignChanged, {
      subject: campaignId,
      data: { campaign: name },
      ...(isNew ? {} : { changes: changesBetween<Partial<Campaign>>(draft, changes) }),
    });
  return { campaignId, isDraft: true };
}

/** The campaign of this form, created unless it was before; its row is locked. */
async function insertOrLock(
  tx: Tx,
  { orgId, actor, clock }: OrgContext,
  { name, kind, templateId, phoneNumberId, key }: CampaignInput,
): Promise<{ draft: Campaign; isNew: boolean }> {
  const createdAt = clock.now();
  const [created] = await tx
    .insert(campaigns)
    .values({
      ...{ orgId, id: newId("cmp", createdAt.getTime()), name, kind, templateId, phoneNumberId, createdAt },
      ...{ audience: { kind: "none" }, idempotencyKey: key, createdBy: userOf(actor) },
    })
    .onConflictDoNothing({ target: [campaigns.orgId, campaigns.idempotencyKey] })
    .returning();
  if (created) return { draft: created, isNew: true };
  const [found] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.idempotencyKey, key)))
    .for("update");
  return { draft: found!, isNew: false };
}
