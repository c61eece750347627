import { and, eq } from "drizzle-orm";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { campaignChanged, campaignDrafted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
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
export async function createCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: {
    name: string;
    kind: "campaign" | "broadcast";
    templateId: string;
    phoneNumberId: string;
    audience?: AudienceChoice | undefined;
    key: string;
  };
}): Promise<{ campaignId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { template } = await requireSameAccount(tx, ctx.orgId, input);
    const now = ctx.clock.now();
    const { name, templateId, phoneNumberId } = input;
    const [created] = await tx
      .insert(campaigns)
      .values({
        orgId: ctx.orgId,
        id: newId("cmp", now.getTime()),
        name,
        kind: input.kind,
        templateId,
        phoneNumberId,
        audience: { kind: "none" },
        idempotencyKey: input.key,
        createdBy: userOf(ctx.actor),
        createdAt: now,
      })
      .onConflictDoNothing({ target: [campaigns.orgId, campaigns.idempotencyKey] })
      .returning();
    const [draft] = created
      ? [created]
      : await tx
          .select()
          .from(campaigns)
          .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.idempotencyKey, input.key)))
          .for("update");
    const { id: campaignId, status } = draft!;
    if (status !== "draft") return { campaignId };
    const chosen = input.audience && (await takeAudience(tx, ctx, { ...input.audience, campaignId }));
    const changes = {
      name,
      templateId,
      phoneNumberId,
      variables: keptVariables(draft!, template),
      ...(chosen ? { audience: chosen.audience } : {}),
    };
    const changed = isChange(draft!, changes);
    if (changed)
      await tx
        .update(campaigns)
        .set({ ...changes, updatedAt: now })
        .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    if (!created && !changed) return { campaignId };
    await record(tx, ctx, created ? campaignDrafted : campaignChanged, {
      subject: campaignId,
      data: { campaign: name },
      ...(created ? {} : { changes: changesBetween<Partial<Campaign>>(draft!, changes) }),
    });
    return { campaignId };
  });
}
