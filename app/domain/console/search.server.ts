import { queryRows } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { wasCancelled, withTimeLimit } from "#app/db/search.server.ts";
import { statusText } from "#app/domain/money/invoices/overdue.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";

export interface Hit {
  kind: "Organisation" | "Person" | "Administrator" | "Partner" | "Number" | "Invoice" | "Message";
  /** Of the organisation; empty for an administrator, a partner's user and one without an organisation. */
  orgId: string;
  /**
   * Of the account, for a number; of the invoice, message, administrator or partner. Else the organisation's.
   */
  id: string;
  title: string;
  details: string;
}

const each = 10;

/** The digits of a number in any notation: `0712 345 678` is `254712345678`. */
export const digitsOf = (typed: string) => typed.replace(/[^0-9]/g, "").replace(/^0(?=\d{9}$)/, "254");

const organisations = `select 'Organisation' as kind, id as "orgId", id, name as title, plan_type as details
  from organisations where name ilike $1 or id = $2 order by created_at desc limit ${each}`;
const people = `select 'Person' as kind, m.org_id as "orgId", m.org_id as id, p.email as title,
    trim(p.first_name || ' ' || p.last_name) || ' · ' || o.name as details
  from users p join members m on m.user_id = p.id join organisations o on o.id = m.org_id
  where p.email ilike $1 or p.first_name || ' ' || p.last_name ilike $1 or p.id = $2 limit ${each}`;
/** Users without an organisation: administrators, partners' users, and former members. */
const otherPeople = `select case p.usertype when 'admin' then 'Administrator' when 'partner' then 'Partner' else 'Person' end as kind,
    '' as "orgId", case p.usertype when 'admin' then p.id else coalesce(p.partner_id, p.id) end as id, p.email as title,
    trim(p.first_name || ' ' || p.last_name) as details
  from users p
  where (p.email ilike $1 or p.first_name || ' ' || p.last_name ilike $1 or p.id = $2)
    and not exists (select 1 from members m where m.user_id = p.id) limit ${each}`;
const numbers = `select 'Number' as kind, n.org_id as "orgId", n.whatsapp_account_id as id, n.display_phone_number as title,
    n.verified_name || ' · ' || o.name as details
  from phone_numbers n join organisations o on o.id = n.org_id
  where n.phone_number_id = $2 or regexp_replace(n.display_phone_number, '[^0-9]', '', 'g') like $1 limit ${each}`;
/** Receipts and credit notes have no page here: they link to their organisation. */
const invoices = `select case i.kind when 'invoice' then 'Invoice' else 'Organisation' end as kind, i.org_id as "orgId",
    case i.kind when 'invoice' then i.id else i.org_id end as id, i.number as title, ${statusText("i", "now()")} || ' · ' || o.name as details
  from invoices i join organisations o on o.id = i.org_id
  where i.number is not null and (i.number = upper($1) or i.id = $1) limit ${each}`;
const message = `select 'Message' as kind, o.id as "orgId", m.id, $1 as title,
    m.direction || ' · ' || m.state || ' · ' || o.name as details`;
/** By the primary key, in each organisation: a message's id does not contain it. */
const byOurId = `${message} from organisations o cross join lateral (
    select id, direction, state from messages where org_id = o.id and id = $1 limit 1) m limit 1`;
/**
 * Among the messages of contacts with one of these numbers: \`wamid\` has no index, because each message gets
 * it later.
 */
const byPerson = `${message} from organisations o
  join contacts c on c.org_id = o.id and c.phone = any ($2::text[])
  join messages m on m.org_id = c.org_id and m.contact_id = c.id and m.wamid = $1 limit 1`;
const byWamid = `${message} from messages m join organisations o on o.id = m.org_id where m.wamid = $1 limit 1`;

/**
 * The numbers that a wamid may contain: it is base64 of a few bytes, the digits of the recipient's number,
 * and a random part.
 */
function numbersIn(wamid: string): string[] {
  const plain = Buffer.from(wamid.slice("wamid.".length), "base64").toString("latin1");
  const [digits = ""] = /\d{7,}/.exec(plain) ?? [];
  return [...new Set(Array.from({ length: 9 }, (_, more) => `+${digits.slice(0, 7 + more)}`))];
}

async function findByWamid(ctx: StaffContext, q: string): Promise<Hit[]> {
  const near = await ctx.db.withSystem((tx) => queryRows<Hit>(tx, byPerson, [q, numbersIn(q)]));
  if (near.length > 0) return near;
  try {
    return await ctx.db.withSystem((tx) => withTimeLimit(tx, () => queryRows<Hit>(tx, byWamid, [q])));
  } catch (error) {
    if (wasCancelled(error)) return [];
    throw error;
  }
}

/**
 * The console's search: organisations and people by name, address or id, numbers by digits, messages by our
 * id or Meta's, and for finance roles invoices by number or id, and partners' users.
 */
export async function searchPlatform({
  ctx,
  input: { q, withMoney },
}: Call<{ q: string; withMoney: boolean }, StaffContext>) {
  if (q.length < 2) return { hits: [] as Hit[] };
  if (q.startsWith("wamid.")) return { hits: await findByWamid(ctx, q) };
  const hits = await ctx.db.withSystem(async (tx) => {
    const find = (text: string, values: string[]) => queryRows<Hit>(tx, text, values);
    if (/^msg_[0-9a-f]+$/.test(q)) return find(byOurId, [q]);
    const digits = digitsOf(q);
    return [
      ...(await find(organisations, [containing(q), q])),
      ...(await find(people, [containing(q), q])),
      ...(await find(otherPeople, [containing(q), q])).filter(({ kind }) => withMoney || kind !== "Partner"),
      ...(withMoney ? await find(invoices, [q]) : []),
      ...(digits.length >= 4 ? await find(numbers, [containing(digits), q]) : []),
    ];
  });
  return { hits };
}
