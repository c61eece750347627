import { clientOf, type Tx } from "#app/db/client.server.ts";
import { leastIdAt } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Meta reports a state rarely later than this after the message; what comes later is in no ledger. */
const reportedWithinMs = 8 * 86_400_000;
const atOnce = 5000;

export interface DayRange {
  start: Date;
  end: Date;
}

interface MessageRow {
  id: string;
  direction: "in" | "out";
  type: string;
  wamid: string | null;
  errorCode: string | null;
  /** Milliseconds of each state, null where it is not reached. */
  times: Record<string, number | null>;
}

const timesText = ["accepted", "sent", "delivered", "read", "failed"]
  .map((state) => `'${state}', floor(extract(epoch from m.${state}_at) * 1000)`)
  .join(", ");

const messagesText = `select m.id, m.direction, m.type, m.wamid, m.error_code as "errorCode",
    json_build_object('received', case when m.direction = 'in' then floor(extract(epoch from m.created_at) * 1000) end, ${timesText}) as times
  from messages m where m.org_id = $1 and m.id > $2 and m.id < $3
    and (m.accepted_at >= $4 and m.accepted_at < $5 or m.sent_at >= $4 and m.sent_at < $5 or m.delivered_at >= $4 and m.delivered_at < $5
      or m.read_at >= $4 and m.read_at < $5 or m.failed_at >= $4 and m.failed_at < $5
      or m.direction = 'in' and m.created_at >= $4 and m.created_at < $5)
  order by m.id limit ${atOnce}`;

const isoOf = (ms: number) => new Date(ms).toISOString();
const fields = (...values: readonly unknown[]) =>
  values.map((value) => String(value ?? "").replaceAll(/[\s,"]+/g, " ")).join(",");

/** The states that messages reached in a time, by message: `message,id,direction,type,state,time,WhatsApp's id,error`. */
export async function* messageRows(tx: Tx, orgId: OrgId, { start, end }: DayRange): AsyncGenerator<string> {
  const before = leastIdAt(end);
  let after = leastIdAt(new Date(start.getTime() - reportedWithinMs));
  for (;;) {
    const { rows } = await clientOf(tx).query<MessageRow>({
      name: "ledger-messages",
      text: messagesText,
      values: [orgId, after, before, start, end],
    });
    for (const row of rows) yield* statesIn(row, { start, end });
    const last = rows.at(-1);
    if (rows.length < atOnce || !last) return;
    after = last.id;
  }
}

function* statesIn({ id, direction, type, wamid, errorCode, times }: MessageRow, { start, end }: DayRange) {
  for (const [state, ms] of Object.entries(times)) {
    if (ms === null || ms < start.getTime() || ms >= end.getTime()) continue;
    yield fields(
      "message",
      id,
      direction,
      type,
      state,
      isoOf(ms),
      wamid,
      state === "failed" ? errorCode : "",
    );
  }
}

interface PaymentRow {
  id: string;
  kind: "received" | "refunded";
  till: string;
  receipt: string | null;
  cents: string;
  ms: number;
}

const paymentsText = `select * from (
    select p.id, 'received' as kind, t.number as till, p.receipt, p.amount_cents as cents, floor(extract(epoch from p.created_at) * 1000)::float8 as ms
    from till_payments p join tills t on t.org_id = $1 and t.id = p.till_id
    where p.org_id = $1 and p.id >= $5 and p.id < $6 and p.state <> 'unconfirmed'
    union all
    select r.id, 'refunded', t.number, coalesce(r.receipt, p.receipt), r.amount_cents, floor(extract(epoch from r.ended_at) * 1000)::float8
    from payment_refunds r join till_payments p on p.org_id = $1 and p.id = r.payment_id join tills t on t.org_id = $1 and t.id = p.till_id
    where r.org_id = $1 and r.state = 'done' and r.ended_at >= $2 and r.ended_at < $3
  ) rows where id > $4 order by id limit ${atOnce}`;

/** Customers' payments and refunds that were stored in a time: `payment,id,kind,till,receipt,cents,time`. */
export async function* paymentRows(tx: Tx, orgId: OrgId, { start, end }: DayRange): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const { rows } = await clientOf(tx).query<PaymentRow>({
      name: "ledger-payments",
      text: paymentsText,
      values: [orgId, start, end, after, ...[start, end].map((at) => leastIdAt(at).replace("msg_", "tpy_"))],
    });
    for (const { id, kind, till, receipt, cents, ms } of rows)
      yield fields("payment", id, kind, till, receipt, cents, isoOf(ms));
    const last = rows.at(-1);
    if (rows.length < atOnce || !last) return;
    after = last.id;
  }
}
