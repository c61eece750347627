import { and, asc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns, campaignTotals } from "#app/db/schema/messaging.ts";
import { holds } from "#app/db/schema/money.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { releaseUndelivered } from "#app/domain/ledger/hold.server.ts";
import { countOf } from "#app/shared/counts.ts";
import { DomainError } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { isRecipient, retriesAround, variablesOfContact } from "./audience.server.ts";
import { type Campaign, findCampaign, requireSendable, type Template } from "./find.server.ts";
import { pauseCampaignForReason } from "./pause.server.ts";
import { wakeSender } from "./wakeSender.server.ts";

/**
 * Writes the recipients of a started campaign as queued messages, once, and hands it to the sender; one transaction, so
 * that a crash leaves either nothing or all. Never more recipients than were quoted: people who joined the audience
 * since are left out. What can't be sent any more is paused or cancelled with the reason.
 */
export async function prepareCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { campaignId: string };
}): Promise<{ recipients: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const now = ctx.clock.now();
    await lockWithRetries(tx, ctx.orgId, input.campaignId);
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId);
    const due = !campaign.scheduledFor || campaign.scheduledFor <= now;
    if (campaign.status !== "preparing" && !(campaign.status === "scheduled" && due))
      return { recipients: 0 };
    let template: Template;
    try {
      template = await requireSendable(tx, ctx.orgId, campaign);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await pauseCampaignForReason(tx, {
        orgId: ctx.orgId,
        campaignId: campaign.id,
        reason: error.message,
        at: now,
      });
      return { recipients: 0 };
    }
    const [hold] = await tx
      .select()
      .from(holds)
      .where(and(eq(holds.orgId, ctx.orgId), eq(holds.campaignId, campaign.id)));
    const quoted = hold?.messages ?? 0;
    const recipients = await writeRecipients(tx, ctx, campaign, template, quoted);
    await releaseUndelivered(tx, {
      orgId: ctx.orgId,
      campaignId: campaign.id,
      count: quoted - recipients,
      reference: `unused:${campaign.id}`,
      at: now,
    });
    const nobody = recipients === 0;
    await tx
      .update(campaigns)
      .set({
        status: nobody ? "cancelled" : "sending",
        statusReason: nobody
          ? "Nobody of the audience could be sent to any more, so nothing was sent."
          : null,
        recipientCount: recipients,
        nextSequence: 1,
        startedAt: now,
        ...(nobody ? { completedAt: now } : {}),
        updatedAt: now,
      })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaign.id)));
    await recordActivity(tx, ctx, {
      type: "message",
      status: nobody ? "warning" : "success",
      action: nobody ? "Campaign cancelled" : "Campaign sending",
      details: nobody
        ? `“${campaign.name}” had nobody left to send to`
        : `“${campaign.name}” is being sent to ${countOf(recipients, "recipient")}`,
    });
    if (!nobody) await wakeSender(tx, campaign.phoneNumberId);
    return { recipients };
  });
}

/**
 * Locks a campaign, and all that retry the same failures: of two retries the second then sees whom the first writes to.
 * In the order of their ids, as everybody locks campaigns.
 */
async function lockWithRetries(tx: Tx, orgId: OrgId, campaignId: string): Promise<void> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(eq(campaigns.orgId, orgId), sql`${campaigns.id} = any(array(${retriesAround(orgId, campaignId)}))`),
    )
    .orderBy(asc(campaigns.id))
    .for("update");
}

async function writeRecipients(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  template: Template,
  atMost: number,
): Promise<number> {
  const now = ctx.clock.now().toISOString();
  const condition = isRecipient({
    orgId: ctx.orgId,
    audience: campaign.audience,
    marketing: template.category === "MARKETING",
  });
  const written = await tx.execute(sql`
    insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id,
      sequence, template_id, variables, created_at)
    select ${ctx.orgId}, new_id('msg'), 'out', 'template', 'queued', ${campaign.phoneNumberId}, c.id, c.phone, ${campaign.id},
      row_number() over (order by c.id), ${campaign.templateId}, ${variablesOfContact(campaign.variables)}, ${now}::timestamptz
    from contacts c where ${condition} order by c.id limit ${atMost}`);
  const recipients = written.rowCount ?? 0;
  if (recipients > 0) {
    await tx
      .insert(campaignTotals)
      .values({ orgId: ctx.orgId, campaignId: campaign.id, state: "queued", count: recipients });
    // Before the sender starts: what PostgreSQL plans for a table of a few rows takes minutes with that many.
    await tx.execute(sql`select analyze_messages_after(${recipients}::int)`);
  }
  return recipients;
}
