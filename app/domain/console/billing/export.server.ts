import { queryRows } from "#app/db/client.server.ts";
import { statusWords } from "#app/domain/money/invoices/words.ts";
import { priced } from "#app/domain/money/metaCosts/priced.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { disputePages } from "./disputes.server.ts";
import { entryPages } from "./entries.server.ts";
import { invoicePages } from "./invoices.server.ts";
import { disputeQuery, entryQuery, invoiceQuery } from "./schemas.ts";
import {
  disputeOutcomes,
  disputeStateWords,
  entryWord,
  marketName,
  metaWord,
  methodLabel,
  type WorkList,
  workLists,
} from "./words.ts";
import { listWork } from "./work.server.ts";

type Cell = string | number | boolean | Date | null;
type Pages = AsyncGenerator<Cell[][]>;

const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

async function* mapped<Row>(pages: AsyncGenerator<Row[]>, cells: (row: Row) => Cell[]): Pages {
  for await (const page of pages) yield page.map(cells);
}

/** The cost at Meta of each day of the last year, by category, market and version of its rates. */
async function* costs(ctx: StaffContext): Pages {
  const rows = priced(
    "select day, plan_type, prefix, category, type, messages, billable from platform_meta_days where day > $1::date - 365",
  );
  const found = await ctx.db.withSystem((tx) =>
    queryRows<Record<string, Cell>>(
      tx,
      `select to_char(day, 'YYYY-MM-DD') as day, plan_type as plan, coalesce(market, 'Unknown') as market, category, type,
          sum(messages)::bigint as messages, sum(billable)::bigint as billable, rate_id, exchange_id, sum(cost_cents)::bigint as cents
        from ${rows} p group by 1, 2, 3, 4, 5, 8, 9 order by 1, 2, 3, 4, 5`,
      [dayOf(ctx.clock.now())],
    ),
  );
  yield found.map(({ cents, market, category, type, ...row }) => [
    row.day!,
    row.plan!,
    marketName(String(market)),
    metaWord(String(category)),
    metaWord(String(type)),
    row.messages!,
    row.billable!,
    row.rate_id!,
    row.exchange_id!,
    kes(cents as number | null),
  ]);
}

async function* work(ctx: StaffContext): Pages {
  for (const list of Object.keys(workLists) as WorkList[]) {
    const { items } = await listWork({ ctx, input: { list } });
    yield items.map((item) => [
      workLists[list].label,
      item.title,
      item.details,
      kes(item.amountCents),
      item.since,
      item.businessName,
      item.owner,
    ]);
  }
}

const files = {
  invoices: {
    header: () => [
      m.files_number_column(),
      m.files_billing_export_business(),
      m.files_billing_export_email(),
      m.files_billing_export_plan(),
      m.files_billing_export_amount_kes(),
      m.files_billing_export_due(),
      m.files_billing_export_paid(),
      m.files_billing_export_status(),
      m.files_billing_export_method(),
      m.files_billing_export_reconciled(),
    ],
    pages: (ctx: StaffContext) =>
      mapped(invoicePages(ctx, invoiceQuery.parse({})), (row) => [
        row.invoiceNumber,
        row.businessName,
        row.email,
        row.plan,
        kes(row.amountCents),
        row.dueDate && dayOf(row.dueDate),
        row.paidDate && dayOf(row.paidDate),
        statusWords[row.status],
        methodLabel(row.method),
        row.reconciled ? m.files_yes() : m.files_no(),
      ]),
  },
  disputes: {
    header: () => [
      m.files_billing_export_opened(),
      m.files_billing_export_invoice(),
      m.files_billing_export_business(),
      m.files_billing_export_amount_kes(),
      m.files_reason_column(),
      m.files_billing_export_status(),
      m.files_billing_export_outcome(),
      m.files_billing_export_credited_kes(),
      m.files_billing_export_answer(),
      m.files_billing_export_by(),
    ],
    pages: (ctx: StaffContext) =>
      mapped(disputePages(ctx, disputeQuery.parse({ status: "all" })), (row) => [
        row.createdDate,
        row.invoiceNumber,
        row.businessName,
        kes(row.amountCents),
        row.reason,
        disputeStateWords[row.status],
        row.outcome && disputeOutcomes[row.outcome],
        kes(row.creditedCents),
        row.resolution,
        row.resolvedBy,
      ]),
  },
  entries: {
    header: () => [
      m.files_billing_export_at(),
      m.files_billing_export_business(),
      m.files_billing_export_kind(),
      m.files_billing_export_entry(),
      m.files_billing_export_wallet_kes(),
      m.files_billing_export_revenue_kes(),
    ],
    pages: (ctx: StaffContext) =>
      mapped(entryPages(ctx, entryQuery.parse({})), (row) => [
        row.createdAt,
        row.businessName,
        entryWord(row.kind),
        row.description,
        kes(row.walletCents),
        kes(row.revenueCents),
      ]),
  },
  costs: {
    header: () => [
      m.files_day_column(),
      m.files_billing_export_plan(),
      m.files_billing_export_market(),
      m.files_billing_export_category(),
      m.files_billing_export_type(),
      m.files_delivered(),
      m.files_billing_export_charged(),
      m.files_billing_export_rate(),
      m.files_billing_export_exchange_rate(),
      m.files_billing_export_metas_cost_kes(),
    ],
    pages: costs,
  },
  work: {
    header: () => [
      m.files_billing_export_list(),
      m.files_billing_export_item(),
      m.files_billing_export_details(),
      m.files_billing_export_amount_kes(),
      m.files_billing_export_since(),
      m.files_billing_export_business(),
      m.files_billing_export_owner(),
    ],
    pages: work,
  },
} as const;

/** A list of the Billing tab as a file, read page by page. */
export function billingFile(ctx: StaffContext, what: keyof typeof files) {
  const { header, pages } = files[what];
  return {
    name: `${what}_${dayOf(ctx.clock.now())}.csv`,
    header: header(),
    pages: pages(ctx),
  };
}
