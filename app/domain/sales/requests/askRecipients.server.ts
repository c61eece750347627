import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { CampaignPayments } from "#app/domain/messaging/campaigns/payments.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { accountNumbersOf } from "#app/domain/sales/accounts/issueMany.server.ts";
import { paymentRequested } from "#app/domain/sales/events.ts";
import { tillToAskWith } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { shillingsIn } from "./amountIn.ts";

const days = 30;
const rowsPerStatement = 1000;

/** Asks the recipients of a campaign for money, with their account numbers in the campaign's own message. */
export const paymentsOfCampaigns: CampaignPayments = {
  requireTill: async (tx, ctx, tillId) => void (await tillToAskWith(tx, ctx.orgId, tillId)),
  async ask(tx, ctx, { id, key, payment }, payers) {
    const till = await tillToAskWith(tx, ctx.orgId, payment.tillId);
    const owed = payers.flatMap(({ contactId, owed }) => {
      const amountCents = shillingsIn(owed ?? "");
      return amountCents === undefined ? [] : [{ contactId, amountCents }];
    });
    const accounts = await accountNumbersOf(tx, ctx, {
      tillId: till.id,
      contactIds: owed.map(({ contactId }) => contactId),
    });
    const from = { sourceId: id, key, tillId: till.id, reason: payment.reason };
    const wanted = owed.map((one) => ({ ...one, accountNumber: accounts.get(one.contactId)! }));
    const known = await insertAll(tx, ctx, from, wanted);
    return new Map(
      known.map(({ contactId, amountCents, accountNumber: account }) => [
        contactId,
        { amount: formatKes(amountCents), number: till.number, account },
      ]),
    );
  },
};

interface Wanted {
  contactId: string;
  amountCents: number;
  accountNumber: string;
}
interface From {
  sourceId: string;
  key: string;
  tillId: string;
  reason: string;
}

/** Inserts the requests that are not there yet, records them, and returns all with what they ask for. */
async function insertAll(tx: Tx, ctx: OrgContext, from: From, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const all: Wanted[] = [];
  for (let at = 0; at < wanted.length; at += rowsPerStatement)
    all.push(...(await insertSome(tx, ctx, from, wanted.slice(at, at + rowsPerStatement))));
  if (wanted.length > 0) notifyPages(tx, ctx.orgId, "payments");
  return all;
}

async function insertSome(tx: Tx, ctx: OrgContext, from: From, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const { key, ...same } = from;
  const keyOf = (contactId: string) => `campaign:${key}:${contactId}`;
  const expiresAt = new Date(now.getTime() + days * 86_400_000);
  const created = await tx
    .insert(paymentRequests)
    .values(
      wanted.map((one) => ({
        ...{ ...one, ...same, orgId, id: newId("pmr", now.getTime()), source: "campaign" as const },
        ...{ key: keyOf(one.contactId), expiresAt, createdAt: now },
      })),
    )
    .onConflictDoNothing({ target: [paymentRequests.orgId, paymentRequests.key] })
    .returning();
  await recordCreated(tx, ctx, created);
  const keys = wanted.map(({ contactId }) => keyOf(contactId));
  const rows = await tx
    .select({
      contactId: paymentRequests.contactId,
      amountCents: paymentRequests.amountCents,
      accountNumber: paymentRequests.accountNumber,
    })
    .from(paymentRequests)
    .where(and(eq(paymentRequests.orgId, orgId), isAnyOf(paymentRequests.key, keys)));
  return rows.flatMap(({ contactId, ...row }) => (contactId === null ? [] : [{ contactId, ...row }]));
}

async function recordCreated(
  tx: Tx,
  ctx: OrgContext,
  created: readonly (typeof paymentRequests.$inferSelect)[],
): Promise<void> {
  if (created.length === 0) return;
  const ids = created.flatMap(({ contactId }) => contactId ?? []);
  const people = await tx
    .select({ id: contacts.id, name: contacts.name, phone: contacts.phone })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), isAnyOf(contacts.id, ids)));
  const byId = new Map(people.map((person) => [person.id, person]));
  await recordAll(
    tx,
    ctx,
    paymentRequested,
    created.map(({ id, contactId, amountCents, reason, accountNumber: account }) => {
      const person = byId.get(contactId ?? "");
      const contact = { contactId, contact: person?.name ?? "", phone: person?.phone ?? null };
      return { subject: id, data: { ...contact, amountCents, reason, account } };
    }),
  );
}
