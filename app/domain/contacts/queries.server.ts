import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { notFound } from "#app/shared/errors.ts";
import { digitsToFind } from "#app/shared/phone.ts";
import type { contactFilters } from "./schemas.ts";

export const contactsPerPage = 50;

const shown = {
  id: contacts.id,
  name: contacts.name,
  phone: contacts.phone,
  bsuid: contacts.bsuid,
  tags: contacts.tags,
  fields: contacts.fields,
  consent: contacts.consent,
  consentSource: contacts.consentSource,
  consentAt: contacts.consentAt,
  optedOutAt: contacts.optedOutAt,
  lastSeen: contacts.lastSeenAt,
  createdAt: contacts.createdAt,
};

/** One page of contacts, newest first, with the number of all that match. */
export async function listContacts({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: z.output<typeof contactFilters>;
}) {
  const matches = and(...conditions(ctx, input));
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [counted] = await tx.select({ total: sql<number>`count(*)` }).from(contacts).where(matches);
    const total = counted?.total ?? 0;
    const pages = Math.max(1, Math.ceil(total / contactsPerPage));
    const page = Math.min(input.page, pages);
    const rows = await tx
      .select(shown)
      .from(contacts)
      .where(matches)
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(contactsPerPage)
      .offset((page - 1) * contactsPerPage);
    return { contacts: rows, total, page, pages };
  });
}

/** What a contact of the list fulfils. */
export function conditions(
  ctx: OrgContext,
  { search, tag, consent }: z.output<typeof contactFilters>,
): SQL[] {
  const all: SQL[] = [eq(contacts.orgId, ctx.orgId)];
  if (search) all.push(searchCondition(search));
  if (tag) all.push(sql`${contacts.tags} @> array[${tag}]::text[]`);
  if (consent === "opted_out") all.push(isNotNull(contacts.optedOutAt));
  else if (consent) all.push(eq(contacts.consent, consent), isNull(contacts.optedOutAt));
  return all;
}

/** Part of a name or tag, whatever its accents, or some digits of the number in any way to write it (0712…, 254 712…). */
export function searchCondition(search: string): SQL {
  const byPhone = digitsToFind(search).map((digits) => sql` or ${contacts.phone} like ${`%${digits}%`}`);
  return sql`(strpos(${contacts.searchText}, folded(${search})) > 0${sql.join(byPhone)})`;
}

/** @throws DomainError `contact.not_found` also for a contact of another organisation. */
export async function getContact({ ctx, input }: { ctx: OrgContext; input: { contactId: string } }) {
  const [contact] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select(shown)
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, input.contactId))),
  );
  if (!contact) throw notFound("Contact");
  return { contact };
}

/** The tags in use with their number of contacts, most used first, at most 200. */
export async function listTags({ ctx }: { ctx: OrgContext }) {
  const { rows } = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.execute<{ tag: string; count: number }>(
      sql`select tag, count(*) as count from contacts, unnest(tags) as tag where org_id = ${ctx.orgId}
          group by tag order by count desc, tag limit 200`,
    ),
  );
  return { tags: rows };
}
