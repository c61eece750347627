import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { retryDrafted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { audienceFor, countAudience } from "./audience.server.ts";
import { findCampaign, findTemplate, isEnded } from "./find.server.ts";

/**
 * Drafts a campaign to those recipients of an ended one whose failure may be temporary
 * (facts/whatsapp-cloud-api.md §9). It is quoted and confirmed like any other. Idempotent until it is
 * started. @throws DomainError `campaign.nothing_to_retry`, `campaign.still_running`.
 */
export async function retryFailed({
  ctx,
  input,
}: Call<{ campaignId: string }>): Promise<{ campaignId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const source = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (!isEnded(source)) throw messagingError("campaign.still_running");
    const waiting = await findRetryDraft(tx, ctx.orgId, source.id);
    if (waiting) return { campaignId: waiting.id };
    const template = await findTemplate(tx, ctx.orgId, source.templateId);
    const audience = { kind: "failed_of", campaignId: source.id } as const;
    const { recipients } = await countAudience(tx, audienceFor(ctx, audience, template.category));
    if (recipients === 0) throw messagingError("campaign.nothing_to_retry");
    const now = ctx.clock.now();
    const campaignId = newId("cmp", now.getTime());
    await tx.insert(campaigns).values({
      orgId: ctx.orgId,
      id: campaignId,
      name: `${source.name.slice(0, 90)} (retry)`,
      kind: source.kind,
      templateId: source.templateId,
      phoneNumberId: source.phoneNumberId,
      audience,
      variables: source.variables,
      payment: source.payment,
      createdBy: userOf(ctx.actor),
      createdAt: now,
    });
    await record(tx, ctx, retryDrafted, { subject: campaignId, data: { campaign: source.name, recipients } });
    return { campaignId };
  });
}

async function findRetryDraft(tx: Tx, orgId: OrgId, campaignId: string) {
  const [draft] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.orgId, orgId),
        eq(campaigns.status, "draft"),
        sql`${campaigns.audience} ->> 'kind' = 'failed_of'`,
        sql`${campaigns.audience} ->> 'campaignId' = ${campaignId}`,
      ),
    );
  return draft;
}
