import { and, count, desc, eq, gte, sql } from "drizzle-orm";
import { numberQuality, phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { canSend } from "#app/domain/whatsapp/accounts/canSend.ts";
import { findSender } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { webhookHealthOf } from "./webhookHealth.ts";

const shownChanges = 50;

/** A number with the history of its quality and limit, and the health of its webhooks. */
export async function getNumber(ctx: Pick<OrgContext, "db" | "orgId" | "clock">, phoneNumberId: string) {
  const { number, account } = await findSender(ctx, phoneNumberId);
  const history = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        at: numberQuality.at,
        qualityRating: numberQuality.qualityRating,
        messagingLimit: numberQuality.messagingLimit,
        source: numberQuality.source,
      })
      .from(numberQuality)
      .where(and(eq(numberQuality.orgId, ctx.orgId), eq(numberQuality.phoneNumberId, phoneNumberId)))
      .orderBy(desc(numberQuality.at))
      .limit(shownChanges),
  );
  return {
    number: {
      phoneNumberId,
      displayPhoneNumber: number.displayPhoneNumber,
      verifiedName: number.verifiedName,
      status: number.status,
      qualityRating: number.qualityRating,
      messagingLimit:
        account.portfolioLimit ??
        history.find(({ messagingLimit }) => messagingLimit !== null)?.messagingLimit ??
        null,
      throughputPerSecond: number.throughputPerSecond,
      registeredAt: number.registeredAt,
      sendable: canSend(account, number),
    },
    account: { id: account.id, name: account.name, hasToken: account.tokenEncrypted !== null },
    webhooks: {
      health: webhookHealthOf(account, ctx.clock.now()),
      lastAt: account.lastWebhookAt,
      lastErrorAt: account.lastWebhookErrorAt,
    },
    history,
  };
}

/**
 * Quality, messaging limit (shared by a portfolio's numbers) and quality changes in 30 days of each number
 * whose account is not disconnected.
 */
export async function listNumberHealth(ctx: Pick<OrgContext, "db" | "orgId" | "clock">) {
  const since = new Date(ctx.clock.now().getTime() - 30 * 86_400_000);
  const limit = sql<string | null>`coalesce(${whatsappAccounts.portfolioLimit}, (
    select q.messaging_limit from number_quality q where q.org_id = ${ctx.orgId}
      and q.phone_number_id = ${phoneNumbers.phoneNumberId} and q.messaging_limit is not null order by q.at desc limit 1))`;
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        phoneNumberId: phoneNumbers.phoneNumberId,
        number: phoneNumbers.displayPhoneNumber,
        verifiedName: phoneNumbers.verifiedName,
        status: phoneNumbers.status,
        accountStatus: whatsappAccounts.status,
        qualityRating: phoneNumbers.qualityRating,
        messagingLimit: limit,
        changes: sql<number>`(${tx
          .select({ total: count() })
          .from(numberQuality)
          .where(
            and(
              eq(numberQuality.orgId, ctx.orgId),
              eq(numberQuality.phoneNumberId, phoneNumbers.phoneNumberId),
              gte(numberQuality.at, since),
            ),
          )})`,
      })
      .from(phoneNumbers)
      .innerJoin(whatsappAccounts, withAccount)
      .where(and(eq(phoneNumbers.orgId, ctx.orgId), sql`${whatsappAccounts.status} <> 'disconnected'`))
      .orderBy(phoneNumbers.createdAt, phoneNumbers.id),
  );
}
