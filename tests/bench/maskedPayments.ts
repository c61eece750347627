import { randomInt, randomUUID } from "node:crypto";
import { tills } from "#app/db/schema/sales/tills.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { questionPrefix } from "#app/domain/sales/questions/tap.ts";
import { receiveTillNotice } from "#app/domain/sales/tills/receive.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";

const shortcode = "600777";
const together = 200;

/** What a hurried payer types: one wrong, missing, doubled or swapped character. */
function slip(number: string): string {
  const at = randomInt(0, number.length - 1);
  const wrong = /\d/.test(number[at]!) ? String((Number(number[at]) + randomInt(1, 9)) % 10) : "Q";
  const slips = [
    number.slice(0, at) + wrong + number.slice(at + 1),
    number.slice(0, at) + number.slice(at + 1),
    number.slice(0, at) + number[at] + number.slice(at),
    number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2),
  ];
  return slips[randomInt(slips.length)]!;
}

interface Customer {
  contactId: string;
  phone: string;
  number: string;
}

/**
 * Payments with masked numbers, a tenth with a mistyped account number, from the stored notice to the match through the
 * real queue. Every customer wrote within the day and answers the question about their own payment with yes, others with no.
 * Prints how many found their customer without a member, how many a wrong one, and how many consents changed.
 */
export async function benchMaskedPayments(
  ground: Ground,
  { payments: count }: { payments: number },
): Promise<void> {
  const jobs = createJobs(ground.postgres.databaseUrl, { supervise: true, log: createLogger("error") });
  const { daraja } = parseConfig({ DATA_DIR: ground.dataDir });
  const services: Services = { ...ground.services, jobs, config: { ...ground.services.config, daraja } };
  const { orgId, phoneNumberId } = await ground.newSender(80);
  const till = { orgId, tillId: newId("til") };
  const customers = await prepareCustomers(services, { ...till, phoneNumberId, count });
  await jobs.prepare(allHandlers);
  await jobs.work(services, allHandlers);
  const consents = () => consentsOf(services, orgId);
  const before = await consents();
  const startedAt = performance.now();
  const payers = await payAll(services, till, customers);
  const answers = await answerAll(services, { orgId, phoneNumberId, customers, payers, count });
  const verdict = await verdictOf(services, orgId, payers);
  print({
    ...{
      bench: "masked-payments",
      payments: count,
      mistyped: [...payers.values()].filter(({ isSlip }) => isSlip).length,
    },
    ...{ ...verdict, answers, aimWithoutPerson: 0.99 },
    consentsChanged: before === (await consents()) ? 0 : 1,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
  await jobs.stop();
}

async function prepareCustomers(
  { db }: Services,
  to: { orgId: OrgId; tillId: string; phoneNumberId: string; count: number },
): Promise<Customer[]> {
  const { orgId, tillId, phoneNumberId, count } = to;
  const numbers = new Set<string>();
  while (numbers.size < count) numbers.add(newAccountNumber("organisation"));
  const customers = [...numbers].map((number, n) => ({
    ...{ contactId: newId("con"), conversationId: newId("cnv"), number },
    phone: `+2547${String(n).padStart(8, "0")}`,
  }));
  const columns = (["contactId", "conversationId", "number", "phone"] as const).map((name) =>
    customers.map((customer) => customer[name]),
  );
  await db.withSystem(async (tx) => {
    await tx.insert(tills).values({
      ...{ orgId, id: tillId, name: "Counter", kind: "paybill", number: shortcode, asksCustomers: true },
    });
  });
  await db.system.query(
    `with people as (select * from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p(contact_id, conversation_id, number, phone)),
      added as (insert into contacts (org_id, id, phone, wa_id, name, consent)
        select $1, contact_id, phone, substr(phone, 2), 'Customer ' || number, case when random() < 0.5 then 'granted' else 'none' end from people returning 1),
      talks as (insert into conversations (org_id, id, contact_id, phone_number_id, state, last_message_at, window_ends_at)
        select $1, conversation_id, contact_id, $7, 'open', now(), now() + interval '20 hours' from people returning 1)
     insert into customer_accounts (org_id, till_id, number, contact_id) select $1, $6, number, contact_id from people`,
    [orgId, ...columns, tillId, phoneNumberId],
  );
  return customers;
}

/** A payment of each customer; returns who paid by receipt. */
async function payAll(
  services: Services,
  till: { orgId: OrgId; tillId: string },
  customers: readonly Customer[],
) {
  const payers = new Map<string, Customer & { isSlip: boolean }>();
  const bodies = customers.map((customer, n) => {
    const receipt = `M${String(n).padStart(5, "0")}${randomInt(1000, 9999)}`;
    const typed = n % 10 === 0 ? slip(customer.number) : customer.number;
    payers.set(receipt, { ...customer, isSlip: typed !== customer.number });
    return JSON.stringify({
      ...{ TransactionType: "Pay Bill", TransID: receipt, TransAmount: "150.00" },
      ...{ TransTime: "20261121121325", BusinessShortCode: shortcode, BillRefNumber: typed },
      ...{ MSISDN: `2547 ***** ${customer.phone.slice(-3)}`, FirstName: "A" },
    });
  });
  const address = { ...till, subject: "1" };
  for (let at = 0; at < bodies.length; at += together)
    await services.db.withOrg(till.orgId, async (tx) => {
      for (const body of bodies.slice(at, at + together))
        await receiveTillNotice(tx, services, address, { kind: "confirmation", body });
    });
  return payers;
}

interface Bench {
  orgId: OrgId;
  phoneNumberId: string;
  customers: readonly Customer[];
  payers: ReadonlyMap<string, Customer>;
  count: number;
}

/** Customers answer their questions as they come, until each payment is applied and no question is open. */
async function answerAll(services: Services, bench: Bench): Promise<number> {
  const { orgId, phoneNumberId, payers, count } = bench;
  const people = new Map(bench.customers.map((customer) => [customer.contactId, customer]));
  const answered = new Set<string>();
  const isOver = async () => {
    const { rows } = await services.db.system.query<{ id: string; contactId: string; receipt: string }>(
      `select q.id, q.contact_id as "contactId", p.receipt from payment_questions q
        join till_payments p on p.org_id = q.org_id and p.id = q.payment_id where q.org_id = $1 and q.answer is null and q.ends_at > now()`,
      [orgId],
    );
    const fresh = rows.filter(({ id }) => !answered.has(id)).slice(0, 50);
    for (const { id } of fresh) answered.add(id);
    if (fresh.length > 0)
      await services.db.withSystem((tx) =>
        applyInbound(tx, services, orgId, phoneNumberId, {
          messages: fresh.map(({ id, contactId, receipt }) => {
            const answer = payers.get(receipt)!.contactId === contactId ? "yes" : "no";
            return tapOf(people.get(contactId)!.phone, `${questionPrefix}${id}:${answer}`);
          }),
        }),
      );
    const { rows: open } = await services.db.system.query<{ stored: number; waiting: number }>(
      `select (select count(*) from till_payments where org_id = $1)::int as stored,
        (select count(*) from pgboss.job where state < 'completed' and name in
          ('apply-till-notices', 'ask-customers-about-payment', 'answer-payment-question'))::int as waiting`,
      [orgId],
    );
    return rows.length === 0 && open[0]!.stored === count && open[0]!.waiting === 0;
  };
  await until("all payments are applied and questions answered", isOver, 15 * 60_000);
  return answered.size;
}

const tapOf = (phone: string, id: string) => ({
  from: phone.slice(1),
  id: `wamid.${randomUUID()}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: "interactive",
  interactive: { type: "button_reply", button_reply: { id, title: "Answer" } },
});

/** The share that found its customer without a member, and how many found a wrong one. */
async function verdictOf({ db }: Services, orgId: OrgId, payers: ReadonlyMap<string, Customer>) {
  const { rows } = await db.system.query<{
    receipt: string;
    contactId: string | null;
    matchedBy: string | null;
  }>(
    `select receipt, contact_id as "contactId", matched_by as "matchedBy" from till_payments where org_id = $1`,
    [orgId],
  );
  const right = rows.filter(({ receipt, contactId }) => payers.get(receipt)?.contactId === contactId);
  const by = (way: string) => right.filter(({ matchedBy }) => matchedBy === way).length;
  return {
    withoutPerson: right.length / payers.size,
    ...{ byAccount: by("account"), byAnswer: by("answer") },
    wrong: rows.filter(({ contactId }) => contactId !== null).length - right.length,
    leftToMembers: rows.filter(({ contactId }) => contactId === null).length,
  };
}

/** One hash of all consents. */
async function consentsOf({ db }: Services, orgId: OrgId): Promise<string> {
  const { rows } = await db.system.query<{ hash: string }>(
    `select md5(string_agg(id || ':' || consent || ':' || coalesce(opted_out_at::text, ''), ',' order by id)) as hash
      from contacts where org_id = $1`,
    [orgId],
  );
  return rows[0]!.hash;
}
