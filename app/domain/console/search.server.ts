import { clientOf } from "#app/db/client.server.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { like } from "./organisations.server.ts";

export interface Hit {
  kind: "Organisation" | "Person" | "Number" | "Invoice" | "Message";
  orgId: string;
  /** Of the account, for a number; of the invoice. Else the organisation's. */
  id: string;
  title: string;
  details: string;
}

const each = 10;

const organisations = `select 'Organisation' as kind, id as "orgId", id, name as title, plan_type as details
  from organisations where name ilike $1 or id = $2 order by created_at desc limit ${each}`;
const people = `select 'Person' as kind, m.org_id as "orgId", m.org_id as id, p.email as title,
    trim(p.first_name || ' ' || p.last_name) || ' · ' || o.name as details
  from users p join members m on m.user_id = p.id join organisations o on o.id = m.org_id
  where p.email ilike $1 or p.first_name || ' ' || p.last_name ilike $1 or p.id = $2 limit ${each}`;
const numbers = `select 'Number' as kind, n.org_id as "orgId", n.whatsapp_account_id as id, n.display_phone_number as title,
    n.verified_name || ' · ' || o.name as details
  from phone_numbers n join organisations o on o.id = n.org_id
  where n.phone_number_id = $2 or regexp_replace(n.display_phone_number, '[^0-9]', '', 'g') like $1 limit ${each}`;
const invoices = `select 'Invoice' as kind, i.org_id as "orgId", i.id, i.number as title,
    i.status || ' · ' || o.name as details
  from invoices i join organisations o on o.id = i.org_id where i.number = upper($1) or i.id = $1 limit ${each}`;
/** By the primary key, in each organisation: an id of a message does not tell whose it is. */
const messages = `select 'Message' as kind, o.id as "orgId", o.id, m.id as title,
    m.direction || ' · ' || m.state || ' · ' || o.name as details
  from organisations o cross join lateral (
    select id, direction, state from messages where org_id = o.id and id = $1 limit 1) m limit 1`;

/**
 * The console's search: organisations and people by name, address or id, numbers by digits, messages by our id, and for
 * who may look at money invoices by number or id.
 */
export async function searchPlatform({
  ctx,
  input: { q, withInvoices },
}: {
  ctx: StaffContext;
  input: { q: string; withInvoices: boolean };
}) {
  if (q.length < 2) return { hits: [] as Hit[] };
  const hits = await ctx.db.withSystem(async (tx) => {
    const find = async (text: string, values: string[]) =>
      (await clientOf(tx).query<Hit>({ text, values })).rows;
    if (/^msg_[0-9a-f]+$/.test(q)) return find(messages, [q]);
    const digits = q.replace(/[^0-9]/g, "").replace(/^0(?=\d{9}$)/, "254");
    return [
      ...(await find(organisations, [like(q), q])),
      ...(await find(people, [like(q), q])),
      ...(withInvoices ? await find(invoices, [q]) : []),
      ...(digits.length >= 4 ? await find(numbers, [like(digits), q]) : []),
    ];
  });
  return { hits };
}
