import { and, asc, eq, isNull, lt } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { dues } from "#app/db/schema/sales/books.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { duePaid, dueReopened } from "#app/domain/sales/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { type Due, factsOfDues } from "./facts.server.ts";
import { endRequestsOf } from "./requests.server.ts";
import { queueDueSales } from "./sale.server.ts";
import { type Credit, type DuePart, spread } from "./spread.ts";

/** What is left of a payment that is matched to a contact. */
export interface ContactCredit extends Credit {
  contactId: string;
  receipt: string;
}

/**
 * Gives credits at a till to the open dues of their contacts, oldest first. Payments are locked, and their own rows
 * are the caller's. Returns what was given of each payment.
 */
export async function payDues(
  tx: Tx,
  ctx: OrgContext,
  tillId: string,
  credits: readonly ContactCredit[],
): Promise<Map<string, number>> {
  const contactIds = [...new Set(credits.map(({ contactId }) => contactId))];
  const open = await openDuesOf(tx, ctx, tillId, contactIds);
  const parts = contactIds.flatMap((contactId) =>
    spread(
      credits.filter((credit) => credit.contactId === contactId),
      (open.get(contactId) ?? []).map((due) => ({ id: due.id, openCents: due.amountCents - due.paidCents })),
    ),
  );
  if (parts.length > 0) await writeParts(tx, ctx, { parts, credits, open: [...open.values()].flat() });
  return sumsBy(parts, ({ paymentId }) => paymentId);
}

/** Gives credits of its contact to one due, which is locked. Returns what was given of each payment. */
export async function payDue(
  tx: Tx,
  ctx: OrgContext,
  due: Due,
  credits: readonly ContactCredit[],
): Promise<Map<string, number>> {
  const parts = spread(credits, [{ id: due.id, openCents: due.amountCents - due.paidCents }]);
  if (parts.length > 0) await writeParts(tx, ctx, { parts, credits, open: [due] });
  return sumsBy(parts, ({ paymentId }) => paymentId);
}

/** The open dues of contacts at a till, locked, oldest first, by contact. */
async function openDuesOf(tx: Tx, { orgId }: OrgContext, tillId: string, contactIds: readonly string[]) {
  const rows =
    contactIds.length === 0
      ? []
      : await tx
          .select()
          .from(dues)
          .where(
            and(
              ...[eq(dues.orgId, orgId), isAnyOf(dues.contactId, contactIds), eq(dues.tillId, tillId)],
              ...[isNull(dues.cancelledAt), lt(dues.paidCents, dues.amountCents)],
            ),
          )
          .orderBy(asc(dues.dueOn), asc(dues.id))
          .for("update");
  return Map.groupBy(rows, ({ contactId }) => contactId ?? "");
}

async function writeParts(
  tx: Tx,
  ctx: OrgContext,
  { parts, credits, open }: { parts: DuePart[]; credits: readonly ContactCredit[]; open: Due[] },
): Promise<void> {
  const receipts = new Map(credits.map(({ paymentId, receipt }) => [paymentId, receipt]));
  await clientOf(tx).query({
    name: "allocate-to-dues",
    text: `insert into payment_allocations as a (org_id, payment_id, target_id, amount_cents, created_at)
      select $1, part.payment_id, part.due_id, part.cents, $5
      from unnest($2::text[], $3::text[], $4::bigint[]) as part (payment_id, due_id, cents)
      on conflict (org_id, payment_id, target_id) do update set amount_cents = a.amount_cents + excluded.amount_cents`,
    values: [
      ctx.orgId,
      ...[parts.map(({ paymentId }) => paymentId), parts.map(({ dueId }) => dueId)],
      ...[parts.map(({ cents }) => cents), ctx.clock.now()],
    ],
  });
  const paid = await addPaid(tx, ctx, parts, open);
  const ended = new Map(parts.map(({ dueId, paymentId }) => [dueId, receipts.get(paymentId) ?? ""]));
  await recordPaid(tx, ctx, paid, ended);
  await endRequestsOf(
    tx,
    ctx,
    paid.map(({ id }) => id),
  );
}

/** Adds to what was paid of locked dues, with the invoices; returns those that are now paid. */
async function addPaid(
  tx: Tx,
  ctx: OrgContext,
  parts: readonly DuePart[],
  locked: readonly Due[],
): Promise<Due[]> {
  const cents = sumsBy(parts, ({ dueId }) => dueId);
  await changePaid(tx, ctx, cents);
  await queueDueSales(tx, ctx, parts, locked);
  return locked.flatMap((due) => {
    const paidCents = due.paidCents + (cents.get(due.id) ?? 0);
    return cents.has(due.id) && paidCents === due.amountCents ? [{ ...due, paidCents }] : [];
  });
}

async function recordPaid(tx: Tx, ctx: OrgContext, paid: readonly Due[], receipts: Map<string, string>) {
  if (paid.length === 0) return;
  const facts = await factsOfDues(tx, ctx.orgId, paid);
  await recordAll(
    tx,
    ctx,
    duePaid,
    paid.map((due) => ({ subject: due.id, data: { ...facts(due), receipt: receipts.get(due.id) ?? "" } })),
  );
}

const lockDues = (tx: Tx, { orgId }: OrgContext, ids: readonly string[]): Promise<Due[]> =>
  tx
    .select()
    .from(dues)
    .where(and(eq(dues.orgId, orgId), isAnyOf(dues.id, ids)))
    .orderBy(asc(dues.id))
    .for("update");

/** What the due of a request still needs, locked: none of a paid or cancelled one. Undefined when it asks for no due. */
export async function openOfRequested(
  tx: Tx,
  ctx: OrgContext,
  { source, sourceId }: { source: string; sourceId: string | null },
): Promise<number | undefined> {
  if (source !== "book" || sourceId === null) return undefined;
  const [due] = await lockDues(tx, ctx, [sourceId]);
  return due === undefined || due.cancelledAt !== null ? 0 : due.amountCents - due.paidCents;
}

/** Notes money of a request with the due that it asks for, at most what `openOfRequested` returned. */
export async function payRequestedDue(
  tx: Tx,
  ctx: OrgContext,
  { source, sourceId }: { source: string; sourceId: string | null },
  { cents, paymentId, receipt }: { cents: number; paymentId: string; receipt: string },
): Promise<void> {
  if (source !== "book" || sourceId === null) return;
  const locked = await lockDues(tx, ctx, [sourceId]);
  const paid = await addPaid(tx, ctx, [{ dueId: sourceId, paymentId, cents }], locked);
  await recordPaid(tx, ctx, paid, new Map([[sourceId, receipt]]));
}

/** Takes refunded money from dues: they are open by so much again. */
export async function unpayDues(
  tx: Tx,
  ctx: OrgContext,
  parts: readonly Pick<DuePart, "dueId" | "cents">[],
): Promise<void> {
  if (parts.length === 0) return;
  const cents = sumsBy(parts, ({ dueId }) => dueId);
  const locked = await lockDues(tx, ctx, [...cents.keys()]);
  await changePaid(tx, ctx, new Map([...cents].map(([id, sum]) => [id, -sum])));
  const reopened = locked.filter((due) => due.cancelledAt === null && due.paidCents === due.amountCents);
  if (reopened.length === 0) return;
  const facts = await factsOfDues(tx, ctx.orgId, reopened);
  await recordAll(
    tx,
    ctx,
    dueReopened,
    reopened.map((due) => ({
      subject: due.id,
      data: { ...facts(due), paidCents: due.paidCents - (cents.get(due.id) ?? 0) },
    })),
  );
}

function sumsBy<Part extends { cents: number }>(parts: readonly Part[], idOf: (part: Part) => string) {
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(idOf(part), (sums.get(idOf(part)) ?? 0) + part.cents);
  return sums;
}

async function changePaid(tx: Tx, ctx: OrgContext, cents: Map<string, number>): Promise<void> {
  await clientOf(tx).query({
    name: "change-paid-dues",
    text: `update dues d set paid_cents = d.paid_cents + part.cents, updated_at = $4
      from unnest($2::text[], $3::bigint[]) as part (id, cents) where d.org_id = $1 and d.id = part.id`,
    values: [ctx.orgId, [...cents.keys()], [...cents.values()], ctx.clock.now()],
  });
  notifyPages(tx, ctx.orgId, "payments");
}
