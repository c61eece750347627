import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { bookMembers, books, dues } from "#app/db/schema/sales/books.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { firstNames, lastNames } from "./names.ts";
import { dayMs, demoId, pick } from "./seed.ts";
import { tripDayOf, tripPaidAt } from "./sequenceCourses.ts";
import { schoolTag, tripLabel } from "./sequences.server.ts";
import { accountNumberOf, addTillPayment, type DemoTill } from "./tillPayment.server.ts";

const pupils = 30;
const [feeCents, tripCents, penaltyCents] = [1_500_000, 200_000, 50_000];
const forms = ["Form 1", "Form 2", "Form 3"];

/** What each pupil's parent paid: half of them all, some a part, some too much, the others nothing. */
function paidCentsOf(index: number): number {
  if (index < 14) return feeCents;
  if (index < 21) return 300_000 + (index - 14) * 150_000;
  return index === 21 ? feeCents + 350_000 : 0;
}

/** A school's book with eTIMS invoices: a term's fees of 30 pupils, paid, paid in part and overdue with penalties, and a trip to come. */
export async function loadDemoBook(tx: Tx, at: DemoTill): Promise<void> {
  const { orgId, tillId, now } = at;
  const createdAt = new Date(now.getTime() - 45 * dayMs);
  const bookId = demoId("bok", "fees", createdAt);
  await tx.insert(books).values({
    ...{ orgId, id: bookId, name: "Evening school, term 3", kind: "school", tillId, createdAt },
    ...{ penaltyKind: "fixed", penaltyValue: penaltyCents, penaltyDays: 14, vatClass: "exempt" },
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
  for (const payment of made.flatMap(({ payments }) => payments)) await addPayment(tx, at, payment);
}

/** The parents; each gets an account number at the till. */
async function payersOf(tx: Tx, { orgId, tillId, now }: DemoTill) {
  const people = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), sql`${contacts.tags} @> array[${schoolTag}]::text[]`))
    .orderBy(asc(contacts.phone))
    .limit(pupils);
  const createdAt = new Date(now.getTime() - 45 * dayMs);
  await tx
    .insert(customerAccounts)
    .values(
      people.map(({ id: contactId }, index) => ({
        ...{ orgId, tillId, contactId, number: accountOf(index), createdAt },
      })),
    )
    .onConflictDoNothing();
  return people;
}

const accountOf = (index: number): string => accountNumberOf(6_310_470 + index * 13);

type Member = typeof bookMembers.$inferInsert & { orgId: DemoTill["orgId"] };

/** A pupil's dues, what was paid of each, oldest first, and when. */
function duesOf(
  { orgId, tillId, now }: DemoTill,
  { id: memberId, bookId, contactId }: Member,
  index: number,
) {
  const createdAt = new Date(now.getTime() - 44 * dayMs);
  const dayIn = (days: number) => dayOf(new Date(now.getTime() + days * dayMs));
  const paidCents = paidCentsOf(index);
  const same = { orgId, bookId, memberId, contactId, tillId, createdAt };
  const feeId = demoId("due", `fee ${index}`, createdAt);
  const isLate = paidCents < feeCents;
  const tripDay = tripDayOf(index);
  const tripPaid = tripPaidAt(index, now);
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
      ...{ ...same, id: demoId("due", `trip ${index}`, createdAt), label: tripLabel },
      ...{ amountCents: tripCents, dueOn: dayIn(tripDay), nextPenaltyOn: dayIn(tripDay + 14) },
      paidCents: tripPaid ? tripCents : Math.min(tripCents, Math.max(0, paidCents - feeCents)),
    },
  ];
  return { rows, payments: paymentsOf(now, index, rows, { paidCents, contactId: contactId! }) };
}

type DueRow = typeof dues.$inferInsert & { id: string };

/** What a parent paid: the fee, oldest due first, and later the trip. */
function paymentsOf(
  now: Date,
  index: number,
  rows: readonly DueRow[],
  { paidCents, contactId }: { paidCents: number; contactId: string },
) {
  const paidAt = new Date(now.getTime() - (32 + (index % 9)) * dayMs);
  const tripPaid = tripPaidAt(index, now);
  const account = { contactId, account: accountOf(index) };
  const parts = rows.flatMap(({ id, paidCents: paid = 0 }, place) => {
    const isOwn = tripPaid !== undefined && place === rows.length - 1;
    return paid > 0 && !isOwn ? [{ targetId: id, amountCents: paid }] : [];
  });
  const code = String(index).padStart(2, "0");
  const paidFee = { ...account, receipt: `TKF${code}RB4KQ`, paidAt, amountCents: paidCents, parts };
  const ofTrip = [{ targetId: rows.at(-1)!.id, amountCents: tripCents }];
  const paidTrip = tripPaid && {
    ...{ ...account, receipt: `TKG${code}MW7ZP`, paidAt: tripPaid, amountCents: tripCents, parts: ofTrip },
  };
  return [...(paidCents > 0 ? [paidFee] : []), ...(paidTrip ? [paidTrip] : [])];
}

function addPayment(
  tx: Tx,
  at: DemoTill,
  { parts, ...payment }: ReturnType<typeof paymentsOf>[number],
): Promise<void> {
  const paid = {
    ...{ ...payment, id: demoId("tpy", payment.receipt, payment.paidAt), payer: "2547 ***** 126" },
    ...({ matchedBy: "account", reportedBy: "confirmation" } as const),
  };
  return addTillPayment(tx, at, paid, parts);
}
