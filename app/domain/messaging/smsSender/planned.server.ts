import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import type { messages } from "#app/db/schema/messaging/messages.ts";
import type { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { type Person, planSms, smsNumberOf, smsPartPrice } from "#app/domain/messaging/sms/plan.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { SmsDecision } from "./decide.ts";

type Message = typeof messages.$inferSelect;

/** The campaigns of messages, not yet queried. */
export const campaignsOf = (tx: Tx, orgId: OrgId, ofMessages: readonly Pick<Message, "campaignId">[]) =>
  tx
    .select({
      id: campaigns.id,
      status: campaigns.status,
      sms: campaigns.sms,
      quietFrom: campaigns.quietFrom,
      quietTo: campaigns.quietTo,
      quietZone: campaigns.quietZone,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.orgId, orgId),
        isAnyOf(campaigns.id, [...new Set(ofMessages.flatMap(({ campaignId }) => campaignId ?? []))]),
      ),
    );

/** A due SMS with what it depends on, and what happens to it. */
export interface Decided {
  row: typeof smsMessages.$inferSelect;
  message: Message;
  person: Person | null;
  campaign: Awaited<ReturnType<typeof campaignsOf>>[number] | null;
  decision: SmsDecision;
}

/**
 * Gives the SMS of campaigns that are about to be sent their text, price and number; those that would cost more than is held for
 * them, or have no number, are skipped.
 */
export async function planSmsOfCampaigns(
  tx: Tx,
  ctx: OrgContext,
  decided: readonly Decided[],
): Promise<Decided[]> {
  if (!decided.some(({ decision, campaign }) => "send" in decision && campaign)) return [...decided];
  const partCents = await smsPartPrice(tx, ctx);
  const planned = decided.map((each) => plannedOf(each, partCents));
  await storePlans(tx, ctx.orgId, planned);
  return planned;
}

function plannedOf(decided: Decided, partCents: number | null): Decided {
  const { campaign, person, message, row } = decided;
  if (!("send" in decided.decision) || !campaign?.sms || !person) return decided;
  const { text, waitSeconds, mostCents } = campaign.sms;
  const variables = message.variables ?? {};
  const { body, parts, priceCents, reason } = planSms({ text, waitSeconds, maxCents: mostCents }, person, {
    variables,
    partCents,
  });
  const decision = reason === null ? decided.decision : { skip: reason };
  return { ...decided, decision, row: { ...row, body, parts, priceCents, recipient: smsNumberOf(person) } };
}

async function storePlans(tx: Tx, orgId: OrgId, planned: readonly Decided[]): Promise<void> {
  const rows = planned.flatMap(({ row, campaign, decision }) =>
    campaign && !("dueAt" in decision) ? [row] : [],
  );
  await tx.execute(sql`
    update sms_messages s set body = p.body, parts = p.parts, price_cents = p.price_cents, recipient = p.recipient
    from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(rows.map(({ body }) => body))}::text[],
      ${sql.param(rows.map(({ parts }) => parts))}::int[], ${sql.param(rows.map(({ priceCents }) => priceCents))}::int[],
      ${sql.param(rows.map(({ recipient }) => recipient))}::text[]) as p(id, body, parts, price_cents, recipient)
    where s.org_id = ${orgId} and s.id = p.id`);
}
