import { and, asc, eq, notExists, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { bookMembers, books, dues } from "#app/db/schema/sales/books.ts";
import { paymentAllocations, tillPayments } from "#app/db/schema/sales/payments.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { isAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { firstNames, lastNames } from "./names.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { dayMs, demoId, pick } from "./seed.ts";

const pupils = 30;
const [feeCents, tripCents, penaltyCents] = [1_500_000, 200_000, 50_000];
const forms = ["Form 1", "Form 2", "Form 3"];

interface At {
  orgId: DemoOrganisation["orgId"];
  tillId: string;
  paybill: string;
  now: Date;
}

/** What each pupil's parent paid: half of them all, some a part, some too much, the others nothing. */
function paidCentsOf(index: number): number {
  if (index < 14) return feeCents;
  if (index < 21) return 300_000 + (index - 14) * 150_000;
  return index === 21 ? feeCents + 350_000 : 0;
}

/** A school's book: a term's fees of 30 pupils, paid, paid in part and overdue with penalties, and a trip to come. */
export async function loadDemoBook(tx: Tx, at: At): Promise<void> {
  const { orgId, tillId, now } = at;
  const createdAt = new Date(now.getTime() - 45 * dayMs);
  const bookId = demoId("bok", "fees", createdAt);
  await tx.insert(books).values({
    ...{ orgId, id: bookId, name: "Evening school, term 3", kind: "school", tillId, createdAt },
    ...{ penaltyKind: "fixed", penaltyValue: penaltyCents, penaltyDays: 14 },
  });
  const people = await payersOf(tx, at);
  const members = people.map(({ id: contactId }, index) => ({
    ...{ orgId, id: demoId("bkm", `pupil ${index}`, createdAt), bookId, contactId, createdAt },
    label: `${pick(firstNames, `pupil ${index}`)} ${pick(lastNames, `pupil ${index} of`)}`,
    ...{ number: `ADM-${String(101 + index)}`, groupName: forms[index % forms.length]! },
  }));
  await tx.insert(bookMembers).values(members);
  const made = members.map((member, index) => duesOf(at, member, index));
  await tx.insert(dues).values(made.flatMap(({ rows }) => rows));
  for (const one of made) if (one.paidCents > 0) await addPayment(tx, at, one);
}

/** Contacts that have no account number at the till yet; each gets one. */
async function payersOf(tx: Tx, { orgId, tillId, now }: At) {
  const people = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.orgId, orgId),
        notExists(
          tx
            .select({ found: sql`1` })
            .from(customerAccounts)
            .where(and(eq(customerAccounts.orgId, orgId), eq(customerAccounts.contactId, contacts.id))),
        ),
      ),
    )
    .orderBy(asc(contacts.phone))
    .limit(pupils);
  await tx.insert(customerAccounts).values(
    people.map(({ id: contactId }, index) => ({
      ...{
        orgId,
        tillId,
        contactId,
        number: accountOf(index),
        createdAt: new Date(now.getTime() - 45 * dayMs),
      },
    })),
  );
  return people;
}

/** With the check letter that belongs to the digits. */
const accountOf = (index: number): string =>
  [..."ACDEFGHJKMNPRTUVWXY"].map((letter) => `${6_310_470 + index * 13}${letter}`).find(isAccountNumber)!;

type Member = typeof bookMembers.$inferInsert & { orgId: At["orgId"] };

/** A pupil's dues, what was paid of each, oldest first, and when. */
function duesOf({ orgId, tillId, now }: At, { id: memberId, bookId, contactId }: Member, index: number) {
  const createdAt = new Date(now.getTime() - 44 * dayMs);
  const dayIn = (days: number) => dayOf(new Date(now.getTime() + days * dayMs));
  const paidCents = paidCentsOf(index);
  const same = { orgId, bookId, memberId, contactId, tillId, createdAt };
  const feeId = demoId("due", `fee ${index}`, createdAt);
  const isLate = paidCents < feeCents;
  const penalty = {
    ...{
      ...same,
      id: demoId("due", `penalty ${index}`, now),
      kind: "penalty" as const,
      label: "Term 3 fees",
    },
    ...{ amountCents: penaltyCents, dueOn: dayIn(-16), penalisedId: feeId, period: 1 },
  };
  const rows = [
    {
      ...{ ...same, id: feeId, label: "Term 3 fees", amountCents: feeCents, dueOn: dayIn(-30) },
      ...{ paidCents: Math.min(paidCents, feeCents), penalties: isLate ? 1 : 0 },
    },
    ...(isLate ? [penalty] : []),
    {
      ...{ ...same, id: demoId("due", `trip ${index}`, createdAt), label: "Trip to Naivasha" },
      ...{ amountCents: tripCents, dueOn: dayIn(12), nextPenaltyOn: dayIn(26) },
      paidCents: Math.min(tripCents, Math.max(0, paidCents - feeCents)),
    },
  ];
  const paidAt = new Date(now.getTime() - (32 + (index % 9)) * dayMs);
  return { index, rows, paidCents, paidAt, contactId: contactId! };
}

/** A pupil's payment, with its parts. What no due takes is the contact's credit. */
async function addPayment(
  tx: Tx,
  { orgId, tillId, paybill }: At,
  { index, rows, paidCents: amountCents, paidAt, contactId }: ReturnType<typeof duesOf>,
): Promise<void> {
  const paymentId = demoId("tpy", `fee ${index}`, paidAt);
  const receipt = `TKF${String(index).padStart(2, "0")}RB4KQ`;
  const parts = rows.flatMap(({ id, ...row }) => {
    const paid = "paidCents" in row ? row.paidCents : 0;
    return paid > 0 ? [{ targetId: id, amountCents: paid }] : [];
  });
  await tx.insert(tillPayments).values({
    ...{ orgId, id: paymentId, tillId, receipt, amountCents, paidAt, account: accountOf(index) },
    ...{ payer: "2547 ***** 126", state: "matched", contactId, matchedBy: "account" },
    ...{ allocatedCents: parts.reduce((sum, part) => sum + part.amountCents, 0), listedAt: paidAt },
    ...{ reportedBy: "confirmation", createdAt: paidAt },
  });
  await tx
    .insert(paymentAllocations)
    .values(parts.map((part) => ({ ...part, orgId, paymentId, createdAt: paidAt })));
  await bookEntry(tx, {
    ...{ orgId, kind: "collection", about: { code: "till.received", receipt, till: paybill } },
    ...{ reference: `till:${tillId}:${receipt}`, postings: { till: -amountCents, collected: amountCents } },
    at: paidAt,
  });
}
