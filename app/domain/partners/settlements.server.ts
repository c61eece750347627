import type { z } from "zod";
import { queryRows } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import type { PayoutState } from "#app/db/schema/money/payments.ts";
import type { PayoutMethod } from "#app/db/schema/partners/partners.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { within } from "./queries.server.ts";
import type { settlementQuery } from "./schemas.ts";
import { rulesAt } from "./terms.server.ts";
import { payoutMethodWords, type ShareStatus, settlementWords } from "./words.ts";

const pageSize = 25;
type Reading = Pick<Services, "db" | "clock">;

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
  /** Its day has passed and it has not been processed. */
  isLate: boolean;
  paymentMethod: PayoutMethod;
  shortCents: number | null;
  endedAt: Date | null;
  payoutId: string | null;
  payoutState: PayoutState | null;
}

const settlementColumns = ({
  clock,
}: Reading) => `s.id, s.org_id as "partnerId", p.name as "partnerName", s.period, s.transactions as "totalTransactions",
  s.amount_cents as "totalAmountCents", s.share_cents as "partnerShareCents", s.amount_cents - s.share_cents as "platformShareCents",
  s.status = 'pending' and s.due_on < date '${dayOf(clock.now())}' as "isLate",
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
  if (filter.search) where.push(`p.name ilike ${add(containing(filter.search))}`);
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
    const [found] = await queryRows<{ total: number }>(
      tx,
      `select count(*)::int as total ${settlementSources} where ${where}`,
      [...values],
    );
    const pages = Math.max(1, Math.ceil(found!.total / pageSize));
    const page = Math.min(query.page, pages);
    const offset = add((page - 1) * pageSize);
    const settlements = await queryRows<SettlementRow>(
      tx,
      `select ${settlementColumns(services)} ${settlementSources} where ${where}
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
    queryRows<SettlementRow>(
      tx,
      `select ${settlementColumns(services)} ${settlementSources} where ${where} order by s.period desc, p.name`,
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
    settlementWords(row),
    row.settlementDate,
    row.paymentMethod && payoutMethodWords[row.paymentMethod],
    row.endedAt,
  ]);
}

export const settlementHeader = () => [
  m.files_settlements_period(),
  m.files_partner_name(),
  m.files_settlements_total_transactions(),
  m.files_settlements_total_amount(),
  m.files_partner_share(),
  m.files_platform_share(),
  m.files_settlements_carried_in(),
  m.files_settlements_payout(),
  m.files_activity_status(),
  m.files_settlements_settlement_date(),
  m.files_settlements_payment_method(),
  m.files_settlements_ended_at(),
];

export interface SettlementDetails extends SettlementRow {
  firstApprovedBy: string | null;
  approvedBy: string | null;
  approvedAt: Date | null;
  payoutName: string | null;
  paidToName: string | null;
  receipt: string | null;
  resultDesc: string | null;
  /** The partner's current payout destination, for the staff who pay. */
  payTo: PayTo | null;
}

interface PayTo {
  method: PayoutMethod;
  name: string;
  phone: string | null;
  bankName: string | null;
  bankAccount: string | null;
}

/** A settlement with its payout; its statement is the list of its transactions. */
export async function getSettlement(services: Reading, settlementId: string, partnerId?: OrgId) {
  return within(services, partnerId, async (tx) => {
    const own = partnerId ? "and s.org_id = $2" : "";
    // The approving staff member is not shown to partners.
    const approvers = partnerId
      ? `null as "firstApprovedBy", null as "approvedBy", null as "payTo"`
      : `(select email from users where id = s.first_approved_by) as "firstApprovedBy",
         (select email from users where id = s.approved_by) as "approvedBy",
         json_build_object('method', p.payout_method, 'name', p.payout_name, 'phone', p.payout_phone,
           'bankName', p.bank_name, 'bankAccount', p.bank_account) as "payTo"`;
    const [settlement] = await queryRows<SettlementDetails>(
      tx,
      `select ${settlementColumns(services)}, ${approvers}, s.approved_at as "approvedAt", y.recipient_name as "payoutName",
          y.paid_to_name as "paidToName", y.receipt, y.result_desc as "resultDesc"
        ${settlementSources} where s.id = $1 ${own}`,
      partnerId ? [settlementId, partnerId] : [settlementId],
    );
    if (!settlement) throw notFound("Settlement");
    const rules = await rulesAt(tx, services.clock.now());
    return { settlement, needsTwo: settlement.payoutCents >= rules.twoPersonsCents };
  });
}
