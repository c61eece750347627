import { and, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { isInRangeOf, leastIdAt } from "#app/domain/messaging/messages/idRange.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { peopleOf } from "./delivery.ts";

const dayMs = 86_400_000;
const inRange = sql.raw(isInRangeOf("m", "c"));

/** Meta's limit of a number's portfolio, and its use. */
export interface PortfolioUse {
  /** People in 24 hours; null: no limit. */
  limit: number | null;
  /** When Meta reported it. */
  knownAt: Date | null;
  /**
   * Contacts messaged in the last 24 hours. Those who wrote to the business do not count at Meta but do here:
   * this is an upper limit.
   */
  used: number;
}

/** How a campaign fits into the messaging limit. */
export interface LimitForecast extends PortfolioUse {
  /** How many of its recipients go beyond it. */
  beyond: number;
  /** When there is capacity for the last of them; null when none exceeds the limit. */
  roomAt: Date | null;
}

interface Portfolio {
  limit: number | null;
  knownAt: Date | null;
  /** Meta's ids of all the organisation's numbers in it. */
  numbers: string[];
}

/** The other accounts of the business, and their numbers. */
const mateAccounts = alias(whatsappAccounts, "mate_accounts");
const mates = alias(phoneNumbers, "mates");
const ofSameBusiness = and(
  eq(mateAccounts.orgId, whatsappAccounts.orgId),
  or(eq(mateAccounts.id, whatsappAccounts.id), eq(mateAccounts.businessId, whatsappAccounts.businessId)),
);

/** The portfolio of a number; null while Meta has reported no limit. */
async function portfolioOf(tx: Tx, orgId: OrgId, phoneNumberId: string): Promise<Portfolio | null> {
  const [account] = await tx
    .select({
      id: whatsappAccounts.id,
      businessId: whatsappAccounts.businessId,
      tier: whatsappAccounts.portfolioLimit,
      knownAt: whatsappAccounts.portfolioLimitAt,
      numbers: sql<string[]>`array_agg(${mates.phoneNumberId})`,
    })
    .from(phoneNumbers)
    .innerJoin(whatsappAccounts, withAccount)
    .innerJoin(mateAccounts, ofSameBusiness)
    .innerJoin(mates, and(eq(mates.orgId, mateAccounts.orgId), eq(mates.whatsappAccountId, mateAccounts.id)))
    .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)))
    .groupBy(
      whatsappAccounts.id,
      whatsappAccounts.businessId,
      whatsappAccounts.portfolioLimit,
      whatsappAccounts.portfolioLimitAt,
    );
  const limit = peopleOf(account?.tier ?? null);
  if (!account || limit === undefined) return null;
  return { limit, knownAt: account.knownAt, numbers: account.numbers };
}

/** SQL: contacts messaged first from the numbers of a portfolio since a moment, and when last. */
const writtenTo = (orgId: OrgId, numbers: readonly string[], since: Date) => {
  const from = sql`${since.toISOString()}::timestamptz`;
  const those = sql`${sql.param(numbers)}::text[]`;
  return sql`
    select contact_id, max(at) as at from (
      select m.contact_id, m.accepted_at as at
      from campaigns c join messages m on m.org_id = ${orgId} and m.campaign_id = c.id and m.sequence < c.next_sequence
        and ${inRange}
      where c.org_id = ${orgId} and c.phone_number_id = any(${those}) and c.started_at is not null
        and (c.completed_at is null or c.completed_at > ${from})
        and m.accepted_at > ${from} and m.state <> 'failed'
      union all
      select m.contact_id, m.accepted_at from messages m
      where m.org_id = ${orgId} and m.campaign_id is null and m.template_id is not null and m.created_at > ${from}
        and m.id >= ${leastIdAt(since)}
        and m.phone_number_id = any(${those}) and m.accepted_at > ${from} and m.state <> 'failed'
    ) each group by contact_id`;
};

/** How far the messaging limit is used, and what of `recipients` more at `start` goes beyond it; null while no limit is known. */
export async function forecastLimit(
  tx: Tx,
  {
    orgId,
    phoneNumberId,
    recipients,
    start,
  }: { orgId: OrgId; phoneNumberId: string; recipients: number; start: Date },
): Promise<LimitForecast | null> {
  const portfolio = await portfolioOf(tx, orgId, phoneNumberId);
  if (!portfolio) return null;
  const { limit, knownAt } = portfolio;
  if (limit === null) return { limit, knownAt, used: 0, beyond: 0, roomAt: null };
  const since = new Date(start.getTime() - dayMs);
  const written = writtenTo(orgId, portfolio.numbers, since);
  const { rows } = await tx.execute<{ used: number }>(
    sql`select count(*)::int as used from (${written}) people`,
  );
  const used = rows[0]!.used;
  const beyond = Math.max(0, recipients - Math.max(0, limit - used));
  if (beyond === 0) return { limit, knownAt, used, beyond, roomAt: null };
  const days = Math.ceil(Math.max(0, beyond - used) / Math.max(1, limit));
  if (days > 0) return { limit, knownAt, used, beyond, roomAt: new Date(start.getTime() + days * dayMs) };
  const { rows: leaving } = await tx.execute<{ at: string }>(
    sql`select at from (${written}) people order by at offset ${beyond - 1} limit 1`,
  );
  const roomAt = new Date(new Date(leaving[0]?.at ?? start).getTime() + dayMs);
  return { limit, knownAt, used, beyond, roomAt };
}

interface Waiting extends Record<string, unknown> {
  id: string;
  phoneNumberId: string;
  through: number;
  recipients: number;
  /** Released, and not yet accepted by WhatsApp. */
  open: number;
}

/** Campaigns held by the limit, oldest first, locked by id: the global lock order. */
async function lockWaiting(tx: Tx, orgId: OrgId, numbers: readonly string[]): Promise<Waiting[]> {
  const those = sql`${sql.param(numbers)}::text[]`;
  await tx.execute(sql`
    select id from campaigns where org_id = ${orgId} and phone_number_id = any(${those})
      and status = 'sending' and limit_through is not null order by id for update`);
  const { rows } = await tx.execute<Waiting>(sql`
    select c.id, c.phone_number_id as "phoneNumberId", c.limit_through as through, c.recipient_count as recipients,
      (select count(*)::int from messages m where m.org_id = ${orgId} and m.campaign_id = c.id and ${inRange}
        and m.sequence <= c.limit_through and m.state in ('queued', 'unknown')) as open
    from campaigns c
    where c.org_id = ${orgId} and c.phone_number_id = any(${those}) and c.status = 'sending' and c.limit_through is not null
    order by c.started_at, c.id`);
  return rows;
}

/**
 * Resumes campaigns that wait for the messaging limit as far as there is capacity, oldest first. Released
 * messages not yet with WhatsApp count as used.
 */
export async function makeRoom(
  tx: Tx,
  { orgId, phoneNumberId, now }: { orgId: OrgId; phoneNumberId: string; now: Date },
): Promise<void> {
  const portfolio = await portfolioOf(tx, orgId, phoneNumberId);
  const numbers = portfolio?.numbers ?? [phoneNumberId];
  // Serialised: two concurrent calls would assign the same capacity twice.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${[orgId, ...numbers.toSorted()].join(" ")}, 43))`,
  );
  const waiting = await lockWaiting(tx, orgId, numbers);
  if (!waiting.some(({ through, recipients }) => through < recipients)) return;
  let room = Number.POSITIVE_INFINITY;
  if (portfolio && portfolio.limit !== null) {
    const written = writtenTo(orgId, numbers, new Date(now.getTime() - dayMs));
    const { rows } = await tx.execute<{ used: number }>(
      sql`select count(*)::int as used from (${written}) people`,
    );
    room = portfolio.limit - rows[0]!.used - waiting.reduce((sum, { open }) => sum + open, 0);
  }
  for (const campaign of waiting) {
    const more = Math.min(room, campaign.recipients - campaign.through);
    if (more <= 0) continue;
    room -= more;
    await tx.execute(sql`
      update campaigns set limit_through = limit_through + ${more}::int where org_id = ${orgId} and id = ${campaign.id} and status = 'sending'`);
    wakeSender(tx, campaign.phoneNumberId);
  }
}

/** Numbers whose campaigns wait for the messaging limit, of all organisations. */
export async function waitingForLimit(services: Pick<Services, "db">) {
  const { rows } = await services.db.withSystem((tx) =>
    tx.execute<{ orgId: OrgId; phoneNumberId: string }>(sql`
      select distinct org_id as "orgId", phone_number_id as "phoneNumberId" from campaigns
      where status = 'sending' and limit_through < recipient_count`),
  );
  return rows;
}
