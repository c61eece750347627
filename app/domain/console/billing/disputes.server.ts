import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { DisputeOutcome } from "#app/db/schema/money/invoices.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import type { disputeQuery } from "./schemas.ts";

export interface DisputeRow {
  id: string;
  invoiceId: string;
  invoiceNumber: string;
  orgId: string;
  businessName: string;
  /** The invoice's amount, less its credit notes. */
  amountCents: number;
  reason: string;
  status: "open" | "resolved";
  createdDate: Date;
  openedBy: string | null;
  outcome: DisputeOutcome | null;
  creditedCents: number;
  resolution: string | null;
  resolvedDate: Date | null;
  resolvedBy: string | null;
}

const select = `select d.id, d.invoice_id as "invoiceId", i.number as "invoiceNumber", d.org_id as "orgId", o.name as "businessName",
    (i.total_cents - i.credited_cents)::bigint as "amountCents", d.reason, d.status, d.created_at as "createdDate",
    p.email as "openedBy", d.outcome, d.credited_cents as "creditedCents", d.resolution, d.resolved_at as "resolvedDate", s.email as "resolvedBy"
  from invoice_disputes d join invoices i on i.org_id = d.org_id and i.id = d.invoice_id join organisations o on o.id = d.org_id
  left join users p on p.id = d.opened_by left join users s on s.id = d.resolved_by`;

type Query = z.output<typeof disputeQuery>;
const statusOf = ({ status }: Query) => (status === "all" ? null : status);

const readRows = async (tx: Tx, input: Query, limit: number, offset: number) =>
  queryRows<DisputeRow>(
    tx,
    `${select} where $1::text is null or d.status = $1 order by d.created_at desc, d.id limit $2 offset $3`,
    [statusOf(input), limit, offset],
  );

/** A page of the disputes of all organisations, the newest first. */
export async function listDisputes({ ctx, input }: Call<Query, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const rows = await queryRows<{ open: number; total: number }>(
      tx,
      `select count(*) filter (where status = 'open')::int as open,
        count(*) filter (where $1::text is null or status = $1)::int as total from invoice_disputes`,
      [statusOf(input)],
    );
    const { open, total } = rows[0]!;
    const { offset, ...place } = pageOf(total, input.page);
    return { disputes: await readRows(tx, input, pageSize, offset), open, ...place };
  });
}

/** The same for a file, page by page. */
export async function* disputePages(ctx: StaffContext, input: Query) {
  const atOnce = 500;
  for (let offset = 0; ; offset += atOnce) {
    const rows = await ctx.db.withSystem((tx) => readRows(tx, input, atOnce, offset));
    yield rows;
    if (rows.length < atOnce) return;
  }
}

/** @throws DomainError `dispute.not_found`. */
export async function getDispute({ ctx, input }: Call<{ disputeId: string }, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const rows = await queryRows<DisputeRow>(tx, `${select} where d.id = $1`, [input.disputeId]);
    if (!rows[0]) throw notFound("Dispute");
    return { dispute: rows[0] };
  });
}
