import type { z } from "zod";
import { queryRows } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import type { ShareService } from "#app/db/schema/partners/partners.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { within } from "./queries.server.ts";
import type { transactionQuery } from "./schemas.ts";
import { type ShareStatus, serviceWords, settlementStatusWords } from "./words.ts";

const pageSize = 25;
const filePage = 1000;
type Reading = Pick<Services, "db" | "clock">;

export interface TransactionRow {
  id: string;
  partnerId: string;
  partnerName: string;
  organisation: string;
  customerPhone: string;
  serviceType: ShareService;
  messages: number;
  amountCents: number;
  percent: number;
  partnerShareCents: number;
  platformShareCents: number;
  transactionDate: Date;
  status: ShareStatus;
  /** The entry of the ledger. */
  reference: string;
}

const transactionStatus = `case when s.id is null then 'pending' when s.status = 'pending' then 'completed' else s.status end`;
const transactionColumns = `t.id, t.org_id as "partnerId", p.name as "partnerName", coalesce(o.name, '') as organisation,
  t.customer_phone as "customerPhone", t.service as "serviceType", t.messages, t.amount_cents as "amountCents", t.percent,
  t.share_cents as "partnerShareCents", t.amount_cents - t.share_cents as "platformShareCents",
  t.booked_at as "transactionDate", ${transactionStatus} as status, t.entry_id as reference`;
const transactionSources = `from partner_transactions t join partners p on p.org_id = t.org_id
  left join organisations o on o.id = t.organisation_id
  left join settlements s on s.org_id = t.org_id and s.id = t.settlement_id`;

type TransactionFilter = Omit<z.output<typeof transactionQuery>, "page"> & { settlementId?: string };

function transactionsWhere(filter: TransactionFilter, partnerId: OrgId | undefined) {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = ["true"];
  if (partnerId) where.push(`t.org_id = ${add(partnerId)}`);
  if (filter.settlementId) where.push(`t.settlement_id = ${add(filter.settlementId)}`);
  if (filter.service !== "all") where.push(`t.service = ${add(filter.service)}`);
  if (filter.status !== "all") where.push(`${transactionStatus} = ${add(filter.status)}`);
  if (filter.search) {
    const text = add(containing(filter.search));
    where.push(`(p.name ilike ${text} or o.name ilike ${text} or t.entry_id ilike ${text})`);
  }
  return { where: where.join(" and "), values, add };
}

/** The Transactions tab, the newest first; of every partner, or of one. */
export async function listTransactions(
  services: Reading,
  query: z.output<typeof transactionQuery> & { settlementId?: string },
  partnerId?: OrgId,
) {
  return within(services, partnerId, async (tx) => {
    const { where, values, add } = transactionsWhere(query, partnerId);
    const [found] = await queryRows<{ total: number; amountCents: number; shareCents: number }>(
      tx,
      `select count(*)::int as total, coalesce(sum(t.amount_cents), 0)::bigint as "amountCents",
          coalesce(sum(t.share_cents), 0)::bigint as "shareCents" ${transactionSources} where ${where}`,
      [...values],
    );
    const pages = Math.max(1, Math.ceil(found!.total / pageSize));
    const page = Math.min(query.page, pages);
    const offset = add((page - 1) * pageSize);
    const transactions = await queryRows<TransactionRow>(
      tx,
      `select ${transactionColumns} ${transactionSources} where ${where}
        order by t.booked_at desc, t.id desc limit ${pageSize} offset ${offset}`,
      values,
    );
    return { ...found!, transactions, page, pages };
  });
}

/** The same as a file, page by page. */
export async function* transactionPages(
  services: Reading,
  filter: TransactionFilter,
  partnerId?: OrgId,
): AsyncGenerator<(string | number | Date)[][]> {
  let after: [Date, string] | undefined;
  for (;;) {
    const { where, values, add } = transactionsWhere(filter, partnerId);
    const from = after ? ` and (t.booked_at, t.id) < (${add(after[0])}, ${add(after[1])})` : "";
    const rows = await within(services, partnerId, (tx) =>
      queryRows<TransactionRow>(
        tx,
        `select ${transactionColumns} ${transactionSources} where ${where}${from}
          order by t.booked_at desc, t.id desc limit ${filePage}`,
        values,
      ),
    );
    const last = rows.at(-1);
    if (!last) return;
    after = [last.transactionDate, last.id];
    yield rows.map((row) => [
      row.transactionDate,
      row.partnerName,
      row.organisation,
      row.customerPhone,
      serviceWords[row.serviceType],
      row.messages,
      row.amountCents / 100,
      row.percent,
      row.partnerShareCents / 100,
      row.platformShareCents / 100,
      settlementStatusWords[row.status],
      row.reference,
    ]);
  }
}

export const transactionHeader = () => [
  m.files_transactions_transaction_date(),
  m.files_partner_name(),
  m.files_transactions_organisation(),
  m.files_transactions_customer_phone(),
  m.files_transactions_service_type(),
  m.files_transactions_messages(),
  m.files_transactions_amount(),
  m.files_transactions_percent(),
  m.files_partner_share(),
  m.files_platform_share(),
  m.files_activity_status(),
  m.files_transactions_reference(),
];
