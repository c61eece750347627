import type { z } from "zod";
import type { PayoutMethod, ShareService } from "#app/db/schema/partners.ts";
import type { PayoutState } from "#app/db/schema/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { like, rowsOf, within } from "./queries.server.ts";
import type { settlementQuery, transactionQuery } from "./schemas.ts";
import { rulesAt } from "./terms.server.ts";
import type { ShareStatus } from "./words.ts";

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
  t.happened_at as "transactionDate", ${transactionStatus} as status, t.entry_id as reference`;
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
    const text = add(like(filter.search));
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
    const [found] = await rowsOf<{ total: number; amountCents: number; shareCents: number }>(
      tx,
      `select count(*)::int as total, coalesce(sum(t.amount_cents), 0)::bigint as "amountCents",
          coalesce(sum(t.share_cents), 0)::bigint as "shareCents" ${transactionSources} where ${where}`,
      [...values],
    );
    const pages = Math.max(1, Math.ceil(found!.total / pageSize));
    const page = Math.min(query.page, pages);
    const offset = add((page - 1) * pageSize);
    const transactions = await rowsOf<TransactionRow>(
      tx,
      `select ${transactionColumns} ${transactionSources} where ${where}
        order by t.happened_at desc, t.id desc limit ${pageSize} offset ${offset}`,
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
    const from = after ? ` and (t.happened_at, t.id) < (${add(after[0])}, ${add(after[1])})` : "";
    const rows = await within(services, partnerId, (tx) =>
      rowsOf<TransactionRow>(
        tx,
        `select ${transactionColumns} ${transactionSources} where ${where}${from}
          order by t.happened_at desc, t.id desc limit ${filePage}`,
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
      row.serviceType,
      row.messages,
      row.amountCents / 100,
      row.percent,
      row.partnerShareCents / 100,
      row.platformShareCents / 100,
      row.status,
      row.reference,
    ]);
  }
}

export const transactionHeader = [
  "transactionDate",
  "partnerName",
  "organisation",
  "customerPhone",
  "serviceType",
  "messages",
  "amount",
  "percent",
  "partnerShare",
  "platformShare",
  "status",
  "reference",
];

export interface SettlementRow {
  id: string;
  partnerId: string;
  partnerName: string;
  period: string;
  totalTransactions: number;
  totalAmountCents: number;
  partnerShareCents: number;
  platformShareCents: number;
  carriedCents: number;
  payoutCents: number;
  status: ShareStatus;
  settlementDate: string;
  paymentMethod: PayoutMethod;
  shortCents: number | null;
  endedAt: Date | null;
  payoutId: string | null;
  payoutState: PayoutState | null;
}

const settlementColumns = `s.id, s.org_id as "partnerId", p.name as "partnerName", s.period, s.transactions as "totalTransactions",
  s.amount_cents as "totalAmountCents", s.share_cents as "partnerShareCents", s.amount_cents - s.share_cents as "platformShareCents",
  s.carried_cents as "carriedCents", s.payout_cents as "payoutCents", s.status, to_char(s.due_on, 'YYYY-MM-DD') as "settlementDate",
  s.method as "paymentMethod", s.short_cents as "shortCents", s.ended_at as "endedAt", y.id as "payoutId", y.state as "payoutState"`;
const settlementSources = `from settlements s join partners p on p.org_id = s.org_id
  left join payouts y on y.org_id = s.org_id and y.reference = 'settlement:' || s.id || ':' || s.attempt`;

function settlementsWhere(
  filter: Omit<z.output<typeof settlementQuery>, "page">,
  partnerId: OrgId | undefined,
) {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = ["true"];
  if (partnerId) where.push(`s.org_id = ${add(partnerId)}`);
  if (filter.status !== "all") where.push(`s.status = ${add(filter.status)}`);
  if (filter.search) where.push(`p.name ilike ${add(like(filter.search))}`);
  return { where: where.join(" and "), values, add };
}

/** The Settlements tab, the newest first; of every partner, or of one. */
export async function listSettlements(
  services: Reading,
  query: z.output<typeof settlementQuery>,
  partnerId?: OrgId,
) {
  return within(services, partnerId, async (tx) => {
    const { where, values, add } = settlementsWhere(query, partnerId);
    const [found] = await rowsOf<{ total: number }>(
      tx,
      `select count(*)::int as total ${settlementSources} where ${where}`,
      [...values],
    );
    const pages = Math.max(1, Math.ceil(found!.total / pageSize));
    const page = Math.min(query.page, pages);
    const offset = add((page - 1) * pageSize);
    const settlements = await rowsOf<SettlementRow>(
      tx,
      `select ${settlementColumns} ${settlementSources} where ${where}
        order by s.period desc, s.status <> 'pending', p.name limit ${pageSize} offset ${offset}`,
      values,
    );
    return { settlements, page, pages };
  });
}

/** The same as a file. */
export async function* settlementPages(
  services: Reading,
  filter: Omit<z.output<typeof settlementQuery>, "page">,
  partnerId?: OrgId,
): AsyncGenerator<(string | number | Date | null)[][]> {
  const { where, values } = settlementsWhere(filter, partnerId);
  const rows = await within(services, partnerId, (tx) =>
    rowsOf<SettlementRow>(
      tx,
      `select ${settlementColumns} ${settlementSources} where ${where} order by s.period desc, p.name`,
      values,
    ),
  );
  yield rows.map((row) => [
    row.period,
    row.partnerName,
    row.totalTransactions,
    row.totalAmountCents / 100,
    row.partnerShareCents / 100,
    row.platformShareCents / 100,
    row.carriedCents / 100,
    row.payoutCents / 100,
    row.status,
    row.settlementDate,
    row.paymentMethod,
    row.endedAt,
  ]);
}

export const settlementHeader = [
  "period",
  "partnerName",
  "totalTransactions",
  "totalAmount",
  "partnerShare",
  "platformShare",
  "carriedIn",
  "payout",
  "status",
  "settlementDate",
  "paymentMethod",
  "endedAt",
];

export interface SettlementDetails extends SettlementRow {
  firstApprovedBy: string | null;
  approvedBy: string | null;
  approvedAt: Date | null;
  payoutName: string | null;
  paidToName: string | null;
  receipt: string | null;
  resultDesc: string | null;
}

/** A settlement with its payout; its statement is the list of its transactions. */
export async function getSettlement(services: Reading, settlementId: string, partnerId?: OrgId) {
  return within(services, partnerId, async (tx) => {
    const own = partnerId ? "and s.org_id = $2" : "";
    // Who of the staff approved it is the staff's business.
    const approvers = partnerId
      ? `null as "firstApprovedBy", null as "approvedBy"`
      : `(select email from users where id = s.first_approved_by) as "firstApprovedBy",
         (select email from users where id = s.approved_by) as "approvedBy"`;
    const [settlement] = await rowsOf<SettlementDetails>(
      tx,
      `select ${settlementColumns}, ${approvers}, s.approved_at as "approvedAt", y.recipient_name as "payoutName",
          y.paid_to_name as "paidToName", y.receipt, y.result_desc as "resultDesc"
        ${settlementSources} where s.id = $1 ${own}`,
      partnerId ? [settlementId, partnerId] : [settlementId],
    );
    if (!settlement) throw notFound("Settlement");
    const rules = await rulesAt(tx, services.clock.now());
    return { settlement, needsTwo: settlement.payoutCents >= rules.twoPersonsCents };
  });
}

export interface PayoutRow {
  id: string;
  partnerName: string;
  settlementId: string;
  method: PayoutMethod;
  state: PayoutState;
  amountCents: number;
  to: string;
  recipientName: string;
  receipt: string | null;
  resultDesc: string | null;
  createdAt: Date;
}

const payoutColumns = `y.id, p.name as "partnerName", split_part(y.reference, ':', 2) as "settlementId", y.method, y.state,
  y.amount_cents as "amountCents", y.phone as to, y.recipient_name as "recipientName", y.receipt, y.result_desc as "resultDesc",
  y.created_at as "createdAt"`;

/** Payouts that have not ended, the oldest first, and what M-Pesa said last about its money. */
export async function listOpenPayouts(services: Pick<Services, "db">) {
  return services.db.withSystem(async (tx) => {
    const payouts = await rowsOf<PayoutRow>(
      tx,
      `select ${payoutColumns} from payouts y join partners p on p.org_id = y.org_id
        where y.state in ('pending', 'unknown') order by y.created_at limit 200`,
    );
    const [float] = await rowsOf<{ utilityCents: number; askedAt: Date }>(
      tx,
      `select utility_cents as "utilityCents", asked_at as "askedAt" from balance_checks
        where answered_at is not null order by asked_at desc limit 1`,
    );
    return { payouts, float: float ?? null };
  });
}

/** A payout and what M-Pesa told about it, as it came. */
export async function getPayout(services: Pick<Services, "db">, payoutId: string) {
  return services.db.withSystem(async (tx) => {
    const [payout] = await rowsOf<PayoutRow>(
      tx,
      `select ${payoutColumns} from payouts y join partners p on p.org_id = y.org_id where y.id = $1`,
      [payoutId],
    );
    if (!payout) throw notFound("Payout");
    const notices = await rowsOf<{ id: string; kind: string; receivedAt: Date; outcome: string | null }>(
      tx,
      `select id, kind, received_at as "receivedAt", outcome from payment_notices
        where subject_id = $1 order by received_at desc limit 20`,
      [payoutId],
    );
    return { payout, notices };
  });
}
