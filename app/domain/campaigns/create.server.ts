import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { newId } from "#app/shared/ids.ts";
import { requireSameAccount } from "./find.server.ts";

/** Creates a draft. The same `key` again answers the draft that it made the first time. */
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
    key: string;
  };
}): Promise<{ campaignId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await requireSameAccount(tx, ctx.orgId, input);
    const now = ctx.clock.now();
    const [created] = await tx
      .insert(campaigns)
      .values({
        orgId: ctx.orgId,
        id: newId("cmp", now.getTime()),
        name: input.name,
        kind: input.kind,
        templateId: input.templateId,
        phoneNumberId: input.phoneNumberId,
        audience: { kind: "all" },
        idempotencyKey: input.key,
        createdBy: ctx.actor.userId,
        createdAt: now,
      })
      .onConflictDoNothing({ target: [campaigns.orgId, campaigns.idempotencyKey] })
      .returning({ id: campaigns.id });
    if (!created) {
      const [earlier] = await tx
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.idempotencyKey, input.key)));
      return { campaignId: earlier!.id };
    }
    await recordActivity(tx, ctx, {
      type: "message",
      action: "Campaign drafted",
      details: `“${input.name}” was drafted`,
    });
    return { campaignId: created.id };
  });
}
