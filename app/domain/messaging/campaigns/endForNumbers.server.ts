import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { sendLeases } from "#app/db/schema/messaging/sender.ts";
import { campaignEnded } from "#app/domain/messaging/events.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { answerLost } from "#app/domain/messaging/messages/reasons.ts";
import { record } from "#app/domain/record/record.server.ts";
import { jobActor, type OrgContext } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { cancelQueuedRows, markCancelled, releaseCancelled } from "./cancelRows.server.ts";
import { campaignReasonNote } from "./reasonWords.ts";
import { mayMove } from "./states.ts";

/** What Meta calls the lack of access to a number (facts/whatsapp-cloud-api.md §9). */
const noAccess = 190;
/** Meta may have accepted it, so a retry is not offered. */
const inDoubt = { errorCode: answerLost };

/**
 * Ends everything that an organisation still has to send from numbers it loses: campaigns are cancelled,
 * including leased rows; single messages and rows in doubt fail; the money is released. Drafts stay. `reason`
 * is shown to the members. Money of messages that Meta accepted stays on hold until it expires.
 */
export async function endForNumbers(
  tx: Tx,
  ctx: { orgId: OrgId; clock: OrgContext["clock"] },
  input: { phoneNumberIds: readonly string[]; reason: Reason },
): Promise<{ campaigns: number; messages: number }> {
  const { orgId } = ctx;
  const { reason } = input;
  const phoneNumberIds = [...input.phoneNumberIds];
  if (phoneNumberIds.length === 0) return { campaigns: 0, messages: 0 };
  const at = ctx.clock.now();
  const affected = await lockCampaigns(tx, orgId, phoneNumberIds);
  const campaignIds = affected.map(({ id }) => id);
  await lockOpenRows(tx, orgId, campaignIds, phoneNumberIds);
  await tx
    .delete(sendLeases)
    .where(and(eq(sendLeases.orgId, orgId), inArray(sendLeases.campaignId, campaignIds)));
  const cancelled = await cancelQueuedRows(tx, orgId, affected);
  const failed = await failOpenRows(tx, { orgId, campaignIds, phoneNumberIds, reason, at });
  const ended = affected.filter((campaign) => mayMove(campaign.status, "cancelled"));
  for (const campaign of ended) await markCancelled(tx, campaign, reason, at);
  for (const campaign of affected) await releaseCancelled(tx, campaign, cancelled, at);
  for (const campaign of ended) {
    await record(tx, { ...ctx, actor: jobActor("end-for-numbers") }, campaignEnded, {
      subject: campaign.id,
      data: { campaign: campaign.name, reason },
    });
  }
  const sum = (parts: readonly { count: number }[]) => parts.reduce((total, { count }) => total + count, 0);
  return { campaigns: ended.length, messages: sum(cancelled) + sum(failed) };
}

/** Campaigns that are not over, and ended ones of which a sender still holds rows. */
function lockCampaigns(tx: Tx, orgId: OrgId, phoneNumberIds: string[]) {
  return tx
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.orgId, orgId),
        inArray(campaigns.phoneNumberId, phoneNumberIds),
        or(
          inArray(campaigns.status, ["scheduled", "preparing", "sending", "paused"]),
          sql`exists (select 1 from send_leases l where l.org_id = ${orgId} and l.campaign_id = ${campaigns.id})`,
        ),
      ),
    )
    .orderBy(asc(campaigns.id))
    .for("update");
}

/**
 * Rows with an open result. Single messages, retries and rows in doubt have a `due_at`, and an index by
 * number.
 */
const openRows = (orgId: OrgId, campaignIds: string[], phoneNumberIds: string[]) =>
  and(
    eq(messages.orgId, orgId),
    eq(messages.direction, "out"),
    inArray(messages.state, ["queued", "unknown"]),
    or(
      inArray(messages.campaignId, campaignIds),
      and(inArray(messages.phoneNumberId, phoneNumberIds), sql`${messages.dueAt} is not null`),
    ),
  );

/** All rows before any total, by id: the global lock order. */
async function lockOpenRows(tx: Tx, orgId: OrgId, campaignIds: string[], phoneNumberIds: string[]) {
  const open = tx
    .select({ id: messages.id })
    .from(messages)
    .where(openRows(orgId, campaignIds, phoneNumberIds))
    .orderBy(asc(messages.id))
    .for("update");
  await tx.execute(sql`with open as (${open}) select count(*) from open`);
}

/** Single messages fail; a row in doubt fails too, since no status will arrive. */
async function failOpenRows(
  tx: Tx,
  input: { orgId: OrgId; campaignIds: string[]; phoneNumberIds: string[]; reason: Reason; at: Date },
) {
  const { orgId, campaignIds, phoneNumberIds, reason, at } = input;
  const rows = await tx
    .select({ id: messages.id, state: messages.state })
    .from(messages)
    .where(openRows(orgId, campaignIds, phoneNumberIds));
  const moves = rows.map(({ id, state }) => ({
    id,
    state: "failed" as const,
    at,
    ...(state === "unknown" ? inDoubt : { errorCode: noAccess, errorDetail: campaignReasonNote(reason) }),
  }));
  return applyMoves(tx, { orgId, moves, at });
}
