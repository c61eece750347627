import { and, eq, inArray } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { workOwners } from "#app/db/schema/console/work.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { transfersLike } from "#app/domain/money/bank/queries.server.ts";
import { likelyOwners } from "#app/domain/money/payments/suspense.server.ts";
import { getTaxDocument } from "#app/domain/money/tax/retry.server.ts";
import { methodNames } from "#app/domain/money/words.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { staffRolesFor } from "#app/platform/roles/acts.server.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";
import { workHandedOn, workTaken } from "../events.ts";
import { staffOrgContext } from "../staffContext.ts";
import { type WorkList, workLists } from "./words.ts";

export interface WorkItem {
  id: string;
  kind: "bank_line" | "mpesa_receipt" | "payment" | "payout" | "tax_document";
  title: string;
  details: string;
  amountCents: number;
  since: Date;
  /** Null while it is unmatched. */
  orgId: OrgId | null;
  businessName: string | null;
  ownerId: string | null;
  owner: string | null;
}

/** Each list as rows of `id, kind, about, parts, cents, since, org_id`. A new list is a new line. */
const sources: Record<WorkList, string> = {
  unmatched: `
    select id, 'bank_line' as kind, bank_reference as about, array[narration, note] as parts,
      amount_cents as cents, booked_on::timestamp at time zone 'Africa/Nairobi' as since, null::text as org_id
    from bank_statement_lines where state = 'open'
    union all
    select receipt, 'mpesa_receipt', receipt, array[account, note], amount_cents, paid_at, null
    from mpesa_receipts where state = 'suspense'`,
  unknown: `
    select id, 'payment' as kind, method as about, array[reference, result_desc] as parts, amount_cents as cents, created_at as since, org_id
    from payment_attempts where state = 'unknown'
    union all
    select receipt, 'mpesa_receipt', receipt, array[account, note], amount_cents, paid_at, null
    from mpesa_receipts where state = 'unconfirmed'
    union all
    select id, 'payout', recipient_name, array[reference, result_desc], amount_cents, created_at, org_id
    from payouts where state = 'unknown'`,
  payouts: `
    select id, 'payout' as kind, recipient_name as about, array[reference] as parts, amount_cents as cents, created_at as since, org_id
    from payouts where state = 'pending'`,
  tax_refused: `
    select t.invoice_id as id, 'tax_document' as kind, i.number as about,
      array[i.description, (select nullif(count(*), 0)::text from etims_submissions b
        where b.branch = t.branch and b.tax_number > t.tax_number and b.state <> 'accepted')] as parts,
      i.total_cents as cents, t.decided_at as since, t.org_id
    from etims_submissions t join invoices i on i.org_id = t.org_id and i.id = t.invoice_id where t.state = 'refused'`,
};

/** An item's title, and its details; each kind has two parts, either of which may be missing. */
const words: Record<
  WorkItem["kind"],
  { title: (about: string) => string; first?: (part: string) => string; second?: (part: string) => string }
> = {
  bank_line: { title: (reference) => m.admin_billing_work_bank_title({ reference }), second: noteWords },
  mpesa_receipt: {
    title: (receipt) => `M-Pesa ${receipt}`,
    first: (account) => m.admin_work_account_typed({ account }),
    second: noteWords,
  },
  payment: {
    title: (method) =>
      m.admin_billing_work_payment_title({
        method: methodNames[method as keyof typeof methodNames] ?? method,
      }),
  },
  payout: { title: (name) => m.admin_billing_work_payout_title({ name }) },
  tax_document: { title: (number) => number, second: (waiting) => m.admin_work_waiting_behind({ waiting }) },
};

type Row = Omit<WorkItem, "title" | "details"> & { about: string; parts: (string | null)[] };

function inWords({ about, parts, ...row }: Row): WorkItem {
  const { title, first, second } = words[row.kind];
  const said = [first, second].flatMap((worded, index) => {
    const part = parts[index];
    return part ? [worded?.(part) ?? part] : [];
  });
  return { ...row, title: title(about), details: said.join(" · ") };
}

const itemsOf = (
  list: WorkList,
) => `select w.id, w.kind, w.about, w.parts, w.cents::bigint as "amountCents", w.since, w.org_id as "orgId",
    coalesce(o.name, n.name) as "businessName", k.owner_id as "ownerId", p.email as owner
  from (${sources[list]}) w left join organisations o on o.id = w.org_id left join partners n on n.org_id = w.org_id
  left join work_owners k on k.list = '${list}' and k.item_id = w.id left join users p on p.id = k.owner_id`;

/** A work list, longest waiting first, and the number of items on each. */
export async function listWork({ ctx, input }: Call<{ list: WorkList }, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const lists = Object.keys(workLists) as WorkList[];
    const rows = await queryRows<{ list: WorkList; count: number; oldest: Date | null }>(
      tx,
      lists
        .map(
          (list) =>
            `select '${list}' as list, count(*)::int as count, min(since) as oldest from (${sources[list]}) w`,
        )
        .join(" union all "),
    );
    const items = await queryRows<Row>(tx, `${itemsOf(input.list)} order by w.since, w.id limit 200`);
    return { lists: rows, list: input.list, items: items.map(inWords), now: ctx.clock.now() };
  });
}

async function findItem(tx: Tx, list: WorkList, itemId: string): Promise<WorkItem> {
  const rows = await queryRows<Row>(tx, `${itemsOf(list)} where w.id = $1`, [itemId]);
  if (!rows[0]) throw notFound("Work item");
  return inWords(rows[0]);
}

/**
 * One item, the staff it can be assigned to, and what helps to settle it: announced transfers for a bank line, organisations
 * for an unassigned receipt, KRA's answer for a tax document. @throws DomainError `work_item.not_found`.
 */
export async function getWorkItem({ ctx, input }: Call<{ list: WorkList; itemId: string }, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const item = await findItem(tx, input.list, input.itemId);
    return {
      item,
      colleagues: await tx
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(and(eq(users.usertype, "admin"), inArray(users.staffRole, staffRolesFor("console.money"))))
        .orderBy(users.email)
        .limit(100),
      transfers: item.kind === "bank_line" ? await transfersLike(tx, item.id) : [],
      organisations: item.kind === "mpesa_receipt" ? await likelyOwners(tx, item.id) : [],
      tax: item.kind === "tax_document" ? await getTaxDocument(tx, item.id) : null,
      now: ctx.clock.now(),
    };
  });
}

/** Items of an organisation are logged there, the rest for the platform. */
const contextOf = (ctx: StaffContext, { orgId }: WorkItem) =>
  staffOrgContext(ctx, orgId?.startsWith("org_") ? orgId : ofThePlatform);

/** Takes an unassigned item. @throws DomainError `work_item.not_found`, `work_item.taken` (409). */
export async function claimWork({
  ctx,
  input,
}: Call<{ list: WorkList; itemId: string }, StaffContext>): Promise<Record<string, never>> {
  return ctx.db.withSystem(async (tx) => {
    const item = await findItem(tx, input.list, input.itemId);
    const [taken] = await tx
      .insert(workOwners)
      .values({
        list: input.list,
        itemId: item.id,
        ownerId: ctx.session.userId,
        since: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ ownerId: workOwners.ownerId });
    if (!taken) {
      const { owner } = await findItem(tx, input.list, input.itemId);
      throw consoleError("work_item.taken", { values: { value: owner ?? m.insights_actor_unknown() } });
    }
    await record(tx, contextOf(ctx, item), workTaken, { subject: null, data: { item: item.title } });
    return {};
  });
}

/**
 * Assigns an item to a colleague in finance. @throws DomainError `work_item.not_found`,
 * `administrator.not_found`.
 */
export async function reassignWork({
  ctx,
  input,
}: Call<{ list: WorkList; itemId: string; to: string; reason: string }, StaffContext>): Promise<{
  email: string;
}> {
  return ctx.db.withSystem(async (tx) => {
    const item = await findItem(tx, input.list, input.itemId);
    const [colleague] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(
        and(
          eq(users.id, input.to),
          eq(users.usertype, "admin"),
          inArray(users.staffRole, staffRolesFor("console.money")),
        ),
      );
    if (!colleague) throw notFound("Administrator");
    const owner = { ownerId: colleague.id, since: ctx.clock.now() };
    await tx
      .insert(workOwners)
      .values({ list: input.list, itemId: item.id, ...owner })
      .onConflictDoUpdate({ target: [workOwners.list, workOwners.itemId], set: owner });
    await record(tx, contextOf(ctx, item), workHandedOn, {
      subject: null,
      data: { item: item.title, to: colleague.email, reason: input.reason },
    });
    return { email: colleague.email };
  });
}
