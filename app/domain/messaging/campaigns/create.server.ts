import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { campaignChanged, campaignDrafted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { changesOfParts, type DraftParts } from "./draftParts.server.ts";
import { type Campaign, requireSameAccount } from "./find.server.ts";

/**
 * Creates a draft, its audience open unless one is chosen with it; whatever is refused leaves nothing behind. The same
 * `key` again is the same form: it changes the draft that it made the first time, unless that one was started.
 * @throws DomainError those of `changesOfParts`.
 */
export const createCampaign = ({ ctx, input }: Call<CampaignInput>): Promise<{ campaignId: string }> =>
  ctx.db.withOrg(ctx.orgId, (tx) => createCampaignIn(tx, ctx, input));

type CampaignInput = DraftParts & {
  name: string;
  kind: "campaign" | "broadcast";
  templateId: string;
  phoneNumberId: string;
  key: string;
};

/** The same in the caller's transaction. A campaign that this form drafted before and that was started stays. */
export async function createCampaignIn(
  tx: Tx,
  ctx: OrgContext,
  input: CampaignInput,
): Promise<{ campaignId: string }> {
  const { template } = await requireSameAccount(tx, ctx.orgId, input);
  const { draft, isNew } = await insertOrLock(tx, ctx, input);
  const { id: campaignId } = draft;
  if (draft.status !== "draft") return { campaignId };
  const { name, templateId, phoneNumberId, audience, variables, isUnfinished, scheduledFor, pace } = input;
  const parts = { name, templateId, phoneNumberId, audience, variables, isUnfinished, scheduledFor, pace };
  const changes = await changesOfParts(tx, ctx, draft, { ...parts, template });
  const changed = isChange(draft, changes);
  if (changed) {
    await tx
      .update(campaigns)
      .set({ ...changes, updatedAt: ctx.clock.now() })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    notifyPages(tx, ctx.orgId, "campaigns");
  }
  if (isNew || changed)
    await record(tx, ctx, isNew ? campaignDrafted : campaignChanged, {
      subject: campaignId,
      data: { campaign: input.name },
      ...(isNew ? {} : { changes: changesBetween<Partial<Campaign>>(draft, changes) }),
    });
  return { campaignId };
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
