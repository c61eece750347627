import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { partnerShares, partners, settlements } from "#app/db/schema/partners/partners.ts";
import { noPassword } from "#app/domain/accounts/password.server.ts";
import { bookPaidOut, returnToEarnings } from "#app/domain/money/payments/payoutB2c.server.ts";
import { debitEarnings } from "#app/domain/money/payments/payoutRow.server.ts";
import { accrueShares } from "#app/domain/partners/accrue.server.ts";
import { drawSettlements } from "#app/domain/partners/draw.server.ts";
import { type Partner, payoutReference, type Settlement } from "#app/domain/partners/lock.server.ts";
import { dueDay, monthsBefore, periodDue } from "#app/domain/partners/periods.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { demoLogins } from "./logins.ts";
import { dayMs, demoId, hourMs } from "./seed.ts";

/** Partners of the demo; the first has a sign-in, and referred the shop. */
const made = [
  ["Savanna Digital", "reseller", 15, demoLogins.partner, "mpesa", "Njeri Kamau"],
  ["Pwani Software", "software", 20, "info@pwanisoftware.test", "bank", "Salim Bakari"],
  ["Rift Valley Resellers", "reseller", 15, "info@riftresellers.test", "mpesa", "Chebet Koech"],
  ["Kisumu Consulting", "consultant", 12, "info@kisumuconsulting.test", "mpesa", "Omondi Otieno"],
  ["Nyota Telecom", "telecom", 18, "info@nyotatelecom.test", "bank", "Grace Wambui"],
  ["Mlima Media", "agency", 18, "info@mlimamedia.test", "mpesa", "Brian Mutua"],
] as const;
const applicant = ["Jua Kali Web", "software", "info@juakaliweb.test", "Yusuf Ali"] as const;

/** Their addresses belong to the demo. */
export const demoPartners: string[] = [...made.map(([, , , email]) => email), applicant[2]];

/**
 * Partners in every state, with their referred organisations and shares, settlements and payouts since:
 * created by the platform's own verbs, with the clock set to those days.
 */
export async function loadPartners(tx: Tx, now: Date, shopId: OrgId, passwordHash: string): Promise<void> {
  const since = new Date(now.getTime() - 300 * dayMs);
  await insertPartners(tx, since, now, passwordHash);
  await clientOf(tx).query({ text: insertLinks, values: [now, idsAt(since), shopId, since] });
  const newest = periodDue(now, 15);
  for (let back = 2; back >= 0; back--) {
    const period = monthsBefore(newest, back);
    const at = new Date(`${dueDay(period, 15)}T07:30:00+03:00`);
    await drawSettlements(servicesAt(tx, at));
    await payAll(tx, period, new Date(Math.min(at.getTime() + 6 * hourMs, now.getTime())), back === 0);
  }
  await accrueShares(servicesAt(tx, now));
  await tx
    .update(partners)
    .set({ status: "suspended" })
    .where(eq(partners.orgId, idsAt(since).at(-1) as OrgId));
}

const idsAt = (since: Date) => made.map(([name]) => demoId("prt", name, since) as OrgId);

/** The platform at an earlier moment, within the load's own transaction. */
const servicesAt = (tx: Tx, at: Date) =>
  ({
    db: { withSystem: <T>(work: (tx: Tx) => Promise<T>) => work(tx) },
    clock: { now: () => at },
    jobs: { enqueue: async () => {} },
  }) as unknown as Services;

async function insertPartners(tx: Tx, since: Date, now: Date, passwordHash: string): Promise<void> {
  const ids = idsAt(since);
  await tx.insert(partners).values(
    made.map(([name, category, , email, payoutMethod, contactName], index) => ({
      orgId: ids[index]!,
      name,
      category,
      status: "active" as const,
      contactName,
      email,
      code: `KARIBU${index + 2}${"ABCDEF"[index]}`,
      payoutMethod,
      payoutPhone: payoutMethod === "mpesa" ? `+25471100000${index}` : null,
      payoutName: contactName,
      bankName: payoutMethod === "bank" ? "Kenya Commercial Bank" : "",
      bankAccount: payoutMethod === "bank" ? `113400${index}765` : "",
      integratedAt: since,
      createdAt: since,
      updatedAt: since,
    })),
  );
  const appliedAt = new Date(now.getTime() - 2 * dayMs);
  await tx.insert(partners).values({
    orgId: demoId("prt", applicant[0], appliedAt) as OrgId,
    name: applicant[0],
    category: applicant[1],
    email: applicant[2],
    contactName: applicant[3],
    code: "KARIBU9J",
    about: "We build shops for small businesses in Nakuru and would bring about ten of them this year.",
    appliedBy: null,
    createdAt: appliedAt,
    updatedAt: appliedAt,
  });
  const raised = new Date(now.getTime() - 40 * dayMs);
  await tx.insert(partnerShares).values([
    ...made.map(([, , percent], index) => ({
      orgId: ids[index]!,
      percent: index === 0 ? 12 : percent,
      effectiveFrom: since,
      createdAt: since,
    })),
    { orgId: ids[0]!, percent: made[0][2], effectiveFrom: raised, createdAt: raised },
  ]);
  await tx.insert(users).values(
    made.map(([, , , email, , contactName], index) => ({
      id: demoId("usr", email, since),
      email,
      firstName: contactName.split(" ")[0]!,
      lastName: contactName.split(" ")[1]!,
      passwordHash: index === 0 ? passwordHash : noPassword,
      usertype: "partner" as const,
      partnerId: ids[index]!,
      accountStatus: "active" as const,
      isVerified: true,
      agreedToTermsAt: since,
      lastLogin: new Date(now.getTime() - (index + 1) * dayMs),
      createdAt: since,
      updatedAt: since,
    })),
  );
}

/**
 * The organisations with the most revenue, each referred by one of the partners; one has left its partner.
 */
const insertLinks = `
  with payers as (
    select a.org_id, row_number() over (order by a.org_id <> $3, a.balance_cents desc, a.org_id)::int - 1 as number,
      greatest(o.created_at, $4::timestamptz) as since
    from ledger_accounts a join organisations o on o.id = a.org_id
    where a.name = 'revenue' and a.balance_cents > 0 order by a.org_id <> $3, a.balance_cents desc, a.org_id limit 150
  ), numbered as (
    select p.*, ($2::text[])[1 + number % cardinality($2::text[])] as partner_id,
      case when number = 7 then $1::timestamptz - interval '20 days' end as ended_at,
      (select user_id from members m where m.org_id = p.org_id order by m.role <> 'owner', m.created_at limit 1) as owner,
      (select count(*) from postings l join journal_entries e on e.org_id = l.org_id and e.id = l.entry_id
        where l.org_id = p.org_id and l.account = 'revenue' and e.created_at < p.since) as from_number
    from payers p
  )
  insert into partner_links (org_id, id, partner_id, confirmed_by, confirmed_at, from_number, shared_number, ended_by, ended_at,
    end_reason, until_number)
  select n.org_id, demo_load.demo_id('pln', n.org_id, n.since), partner_id, owner, n.since, from_number, from_number,
    case when ended_at is not null then owner end, ended_at, case when ended_at is not null then 'We work without them now' end,
    case when ended_at is not null then (select count(*) from postings l
      join journal_entries e on e.org_id = l.org_id and e.id = l.entry_id
      where l.org_id = n.org_id and l.account = 'revenue' and e.created_at < n.ended_at) end
  from numbered n`;

/** How the payouts of the newest month end, in the order of the partners: a bank transfer waits until staff make it. All earlier
 * payouts were paid. */
const newestEnds = ["waits", "sent", "unknown", "failed", "sent", "paid"] as const;

async function payAll(tx: Tx, period: string, at: Date, isNewest: boolean): Promise<void> {
  const drawn = await tx
    .select({ settlement: settlements, partner: partners })
    .from(settlements)
    .innerJoin(partners, eq(partners.orgId, settlements.orgId))
    .where(and(eq(settlements.period, period), inArray(settlements.status, ["pending"])))
    .orderBy(asc(partners.code));
  for (const [index, { settlement, partner }] of drawn.entries())
    await pay(tx, settlement, partner, at, isNewest ? newestEnds[index % newestEnds.length]! : "paid");
}

async function pay(
  tx: Tx,
  settlement: Settlement,
  partner: Partner,
  at: Date,
  end: (typeof newestEnds)[number],
): Promise<void> {
  if (end === "waits") return;
  const services = servicesAt(tx, at);
  const bySettlement = and(eq(settlements.orgId, partner.orgId), eq(settlements.id, settlement.id));
  const staff = sql`(select id from users where usertype = 'admin' order by created_at limit 1)`;
  await tx
    .update(settlements)
    .set({ status: "processing", attempt: 1, approvedBy: staff, approvedAt: at })
    .where(bySettlement);
  const { payoutId } = await debitEarnings(tx, services, jobActor("pay-settlements"), {
    book: partner.orgId,
    reference: payoutReference({ id: settlement.id, attempt: 1 }),
    method: partner.payoutMethod,
    phone: partner.payoutPhone ?? partner.bankAccount,
    amountCents: settlement.payoutCents,
    recipientName: partner.payoutName,
    nextCheckAt: null,
  });
  if (end === "sent" && partner.payoutMethod === "bank") return;
  await endPayout(tx, { book: partner.orgId, payoutId, partner, at }, end);
}

async function endPayout(
  tx: Tx,
  { book, payoutId, partner, at }: { book: OrgId; payoutId: string; partner: Partner; at: Date },
  end: (typeof newestEnds)[number],
): Promise<void> {
  const endedAt = new Date(at.getTime() + 60_000);
  const paid = {
    state: "paid" as const,
    receipt: `U${payoutId.slice(-9).toUpperCase()}`,
    paidToName: partner.payoutMethod === "mpesa" ? partner.payoutName.toUpperCase() : null,
    endedAt,
  };
  const refused = {
    state: "failed" as const,
    resultCode: "2040",
    resultDesc: "The receiver is not registered for M-Pesa.",
    endedAt,
  };
  const [payout] = await tx
    .update(payouts)
    .set(end === "unknown" ? { state: "unknown" } : end === "failed" ? refused : paid)
    .where(and(eq(payouts.orgId, book), eq(payouts.id, payoutId)))
    .returning();
  const services = servicesAt(tx, at);
  if (end === "failed") await returnToEarnings(tx, services, payout!);
  else if (end !== "unknown") await bookPaidOut(tx, services, payout!);
}
