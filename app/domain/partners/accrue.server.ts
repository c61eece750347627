import { and, asc, eq, gt, inArray, isNull, lt, lte, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { journalEntries, ledgerAccounts, postings } from "#app/db/schema/money/ledger.ts";
import {
  partnerLinks,
  partners,
  partnerTransactions,
  type ShareService,
} from "#app/db/schema/partners/partners.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { lockPartner, type Partner } from "./lock.server.ts";
import { maskedPhone, shareOf } from "./share.ts";
import { percentAt, type ShareVersion, sharesOf } from "./terms.server.ts";

const batch = 500;
interface LinkKey {
  orgId: OrgId;
  id: string;
  partnerId: string;
}

/**
 * Books the shares of all postings to `revenue` that came since the last run, batch by batch, each in a transaction of its
 * own with the place up to which it came: it may run twice, next to itself, or be killed anywhere. Returns how many there were.
 */
export async function accrueShares(services: Pick<Services, "db" | "clock">): Promise<{ shared: number }> {
  const due = await services.db.withSystem(linksWithRevenue);
  let shared = 0;
  for (const link of due)
    for (let count = batch; count === batch; shared += count)
      count = await services.db.withSystem((tx) => accrueBatch(tx, services, link));
  return { shared };
}

/** The links whose organisation has postings to `revenue` that are not shared yet. */
async function linksWithRevenue(tx: Tx): Promise<LinkKey[]> {
  const open = await tx
    .select({
      orgId: partnerLinks.orgId,
      id: partnerLinks.id,
      partnerId: partnerLinks.partnerId,
      shared: partnerLinks.sharedNumber,
      until: partnerLinks.untilNumber,
    })
    .from(partnerLinks)
    .where(or(isNull(partnerLinks.untilNumber), lt(partnerLinks.sharedNumber, partnerLinks.untilNumber)))
    .orderBy(asc(partnerLinks.partnerId), asc(partnerLinks.confirmedAt));
  const orgIds = [...new Set(open.map(({ orgId }) => orgId))];
  const revenues = await tx
    .select({ orgId: ledgerAccounts.orgId, postings: ledgerAccounts.postings })
    .from(ledgerAccounts)
    .where(and(inArray(ledgerAccounts.orgId, orgIds), eq(ledgerAccounts.name, "revenue")));
  const postingsOf = new Map(revenues.map(({ orgId, postings }) => [orgId, postings]));
  return open.filter(({ orgId, shared, until }) => shared < (until ?? postingsOf.get(orgId) ?? 0));
}

async function accrueBatch(tx: Tx, services: Pick<Services, "clock">, key: LinkKey): Promise<number> {
  const partner = await lockPartner(tx, key.partnerId);
  const byKey = and(eq(partnerLinks.orgId, key.orgId), eq(partnerLinks.id, key.id));
  const [link] = await tx.select().from(partnerLinks).where(byKey).for("update");
  const lines = await revenueOf(tx, link!);
  if (lines.length === 0) return 0;
  const now = services.clock.now();
  const terms = {
    versions: await sharesOf(tx, partner.orgId),
    customerPhone: maskedPhone(await numberOf(tx, key.orgId)),
  };
  const { rows, carry } = withShares(lines, { partner, key, now, ...terms });
  const last = lines.at(-1)!.number;
  await tx.insert(partnerTransactions).values(rows);
  await tx.update(partners).set({ carryHundredths: carry }).where(eq(partners.orgId, partner.orgId));
  await tx.update(partnerLinks).set({ sharedNumber: last }).where(byKey);
  const total = rows.reduce((sum, { shareCents }) => sum + shareCents, 0);
  await bookEntry(tx, {
    orgId: partner.orgId,
    kind: "share",
    about: { code: "share.accrued", transactions: rows.length },
    reference: `share:${key.id}:${last}`,
    postings: { accrued: total },
    platformPostings: { partner_share: -total },
    at: now,
  });
  return rows.length;
}

interface Terms {
  partner: Partner;
  key: LinkKey;
  versions: readonly ShareVersion[];
  customerPhone: string;
  now: Date;
}

/** Each posting with its share, and what of a cent is left after them all. */
function withShares(lines: Awaited<ReturnType<typeof revenueOf>>, terms: Terms) {
  const { partner, key, versions, customerPhone, now } = terms;
  let carry = partner.carryHundredths;
  const rows = lines.map(({ kind, about, entryId, amountCents, createdAt }) => {
    const percent = percentAt(versions, createdAt);
    const share = shareOf(amountCents, percent, carry);
    carry = share.carry;
    return {
      orgId: partner.orgId,
      id: newId("ptx", now.getTime()),
      linkId: key.id,
      organisationId: key.orgId,
      entryId,
      customerPhone,
      ...serviceOf(kind, about),
      amountCents,
      percent,
      shareCents: share.shareCents,
      bookedAt: createdAt,
    };
  });
  return { rows, carry };
}

/** The next postings to `revenue` between the link's confirmation and its end, by their running numbers. */
const revenueOf = (tx: Tx, link: typeof partnerLinks.$inferSelect) =>
  tx
    .select({
      number: postings.number,
      amountCents: postings.amountCents,
      entryId: journalEntries.id,
      kind: journalEntries.kind,
      about: journalEntries.about,
      createdAt: journalEntries.createdAt,
    })
    .from(postings)
    .innerJoin(
      journalEntries,
      and(eq(journalEntries.orgId, link.orgId), eq(journalEntries.id, postings.entryId)),
    )
    .where(
      and(
        eq(postings.orgId, link.orgId),
        eq(postings.account, "revenue"),
        gt(postings.number, link.sharedNumber),
        lte(postings.number, link.untilNumber ?? Number.MAX_SAFE_INTEGER),
      ),
    )
    .orderBy(asc(postings.number))
    .limit(batch);

async function numberOf(tx: Tx, orgId: OrgId): Promise<string> {
  const [number] = await tx
    .select({ phone: phoneNumbers.displayPhoneNumber })
    .from(phoneNumbers)
    .where(eq(phoneNumbers.orgId, orgId))
    .orderBy(asc(phoneNumbers.id))
    .limit(1);
  return number?.phone ?? "";
}

function serviceOf(
  kind: string,
  about: { code: string; messages?: number; subject?: string },
): { service: ShareService; messages: number } {
  const messages = about.messages ?? 0;
  if (kind === "settle")
    return { service: about.subject?.startsWith("msg_") ? "single_messages" : "campaign_messages", messages };
  return { service: kind === "invoice_paid" ? "plan" : "correction", messages: 0 };
}
