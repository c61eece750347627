import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { findContactIds, mostContacts } from "#app/db/search.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf } from "#app/platform/pageOf.ts";
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
  consentEvidence: contacts.consentEvidence,
  optedOutAt: contacts.optedOutAt,
  lastSeen: contacts.lastSeenAt,
  createdAt: contacts.createdAt,
};

/**
 * One page of contacts, newest first, with the number of all that match (`more`: a search that ended at its limit, so
 * perhaps more than that). @throws DomainError `search.too_slow`
 */
export async function listContacts({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: z.output<typeof contactFilters>;
}) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const found = input.search ? await findContactIds(tx, ctx.orgId, input.search) : undefined;
    const matches = and(
      ...conditions(ctx, input),
      found && sql`${contacts.id} = any(${sql.param(found)}::text[])`,
    );
    const [counted] = await tx.select({ total: sql<number>`count(*)` }).from(contacts).where(matches);
    const total = counted?.total ?? 0;
    const { page, pages, offset } = pageOf(total, input.page, contactsPerPage);
    const rows = await tx
      .select(shown)
      .from(contacts)
      .where(matches)
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(contactsPerPage)
      .offset(offset);
    return { contacts: rows, total, more: found?.length === mostContacts, page, pages };
  });
}

/** What a contact of the list fulfils, apart from what is searched for. */
export function conditions(
  ctx: OrgContext,
  { tag, consent }: Pick<z.output<typeof contactFilters>, "tag" | "consent">,
): SQL[] {
  const all: SQL[] = [eq(contacts.orgId, ctx.orgId)];
  if (tag)
    all.push(
      sql`exists (select 1 from contact_tags t where t.org_id = ${ctx.orgId} and t.tag = ${tag} and t.contact_id = ${contacts.id})`,
    );
  if (consent === "opted_out") all.push(isNotNull(contacts.optedOutAt));
  else if (consent) all.push(eq(contacts.consent, consent), isNull(contacts.optedOutAt));
  return all;
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

/** The tags in use by name, at most 200: each is found in the index after the one before it. */
export async function usedTags(tx: Tx, orgId: OrgId): Promise<string[]> {
  const { rows } = await tx.execute<{ tag: string }>(sql`
    with recursive used as (
      (select tag, 1 as n from contact_tags where org_id = ${orgId} order by tag limit 1)
      union all
      select (select t.tag from contact_tags t where t.org_id = ${orgId} and t.tag > used.tag order by t.tag limit 1), n + 1
      from used where used.tag is not null and n < 201
    )
    select tag from used where tag is not null limit 200`);
  return rows.map(({ tag }) => tag);
}

/** Contacts newest first, one more than `limit`; `after` is the id of the last one before. */
export async function pageOfContacts({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: {
    limit: number;
    after?: string | undefined;
    phone?: string | undefined;
    bsuid?: string | undefined;
    tag?: string | undefined;
  };
}) {
  const { after, phone, bsuid, tag = "" } = input;
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select(shown)
      .from(contacts)
      .where(
        and(
          ...conditions(ctx, { tag, consent: undefined }),
          after === undefined ? undefined : lt(contacts.id, after),
          phone === undefined ? undefined : eq(contacts.phone, phone),
          bsuid === undefined ? undefined : eq(contacts.bsuid, bsuid),
        ),
      )
      .orderBy(desc(contacts.id))
      .limit(input.limit + 1),
  );
}
