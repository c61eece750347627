import { clientOf, type Tx } from "#app/db/client.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { tillDiffers } from "#app/domain/sales/events.ts";
import { factsOfTill } from "#app/domain/sales/tills/find.server.ts";
import type { Till } from "#app/domain/sales/tills/keys.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { PulledTransaction } from "#app/platform/gates/daraja.ts";
import { newId } from "#app/platform/ids.ts";

/** One that is listed with another amount is a difference of that kind alone. */
const listedText = `
with listed as (
  select * from unnest($3::text[], $4::bigint[], $5::text[]) as l (receipt, cents, id)
), marked as (
  update till_payments p set listed_at = $6 from listed l
  where p.org_id = $1 and p.till_id = $2 and p.receipt = l.receipt and p.listed_at is null
), closed as (
  update till_differences d set state = 'closed', closed_at = $6 from listed l
  where d.org_id = $1 and d.till_id = $2 and d.receipt = l.receipt and d.kind = 'not_listed' and d.state = 'open'
)
insert into till_differences (org_id, id, till_id, receipt, kind, paid_at, our_cents, their_cents, created_at)
select $1, l.id, $2, l.receipt, 'amount', p.paid_at, p.amount_cents, l.cents, $6
from listed l join till_payments p on p.org_id = $1 and p.till_id = $2 and p.receipt = l.receipt
where p.amount_cents <> l.cents
on conflict do nothing returning receipt`;

/** Marks the payments of a page of M-Pesa's list, and notes other amounts. A payment that was missing there is explained. */
export async function noteListed(
  ctx: OrgContext,
  till: Till,
  rows: readonly PulledTransaction[],
): Promise<void> {
  const now = ctx.clock.now();
  const receipts = rows.map(({ receipt }) => receipt);
  const cents = rows.map(({ amountCents }) => amountCents);
  const ids = rows.map(() => newId("tdf", now.getTime()));
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    await note(tx, ctx, till, {
      name: "note-listed-payments",
      text: listedText,
      values: [ctx.orgId, till.id, receipts, cents, ids, now],
    });
  });
}

/** Runs a statement that returns the receipts of new differences, and records them. */
async function note(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  query: { name: string; text: string; values: unknown[] },
): Promise<void> {
  const { rows } = await clientOf(tx).query<{ receipt: string }>(query);
  if (rows.length === 0) return;
  const receipts = rows.slice(0, 50).map(({ receipt }) => receipt);
  await record(tx, ctx, tillDiffers, { subject: till.id, data: { ...factsOfTill(till), receipts } });
}

/** M-Pesa can list a payment so late. */
const lateMs = 3_600_000;
const most = 1000;

const unlistedText = `
insert into till_differences (org_id, id, till_id, receipt, kind, paid_at, our_cents, their_cents, created_at)
select $1, public.new_id('tdf'), $2, p.receipt, 'not_listed', p.paid_at, p.amount_cents, 0, $5
from till_payments p
where p.org_id = $1 and p.till_id = $2 and p.listed_at is null and p.state <> 'unconfirmed'
  and p.paid_at >= $3 and p.paid_at < $4
limit ${most}
on conflict do nothing returning receipt`;

/** Notes the payments of a time that M-Pesa's whole list of it lacks: a confirmation may have been forged. */
export async function noteUnlisted(
  ctx: OrgContext,
  till: Till,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    note(tx, ctx, till, {
      name: "note-unlisted-payments",
      text: unlistedText,
      values: [ctx.orgId, till.id, from, new Date(until.getTime() - lateMs), ctx.clock.now()],
    }),
  );
}
