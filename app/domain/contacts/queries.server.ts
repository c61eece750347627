import { and, asc, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type Filters, matching } from "#app/domain/contacts/segments/matching.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { withTag } from "./segments/compile.server.ts";
import type { ListFilters } from "./segments/schemas.ts";

const shown = {
  id: contacts.id,
  name: contacts.name,
  phone: contacts.phone,
  bsuid: contacts.bsuid,
  username: contacts.username,
  firstAd: contacts.firstAd,
  tags: contacts.tags,
  kraPin: contacts.kraPin,
  fields: contacts.fields,
  consent: contacts.consent,
  consentSource: contacts.consentSource,
  consentAt: contacts.consentAt,
  consentEvidence: contacts.consentEvidence,
  optedOutAt: contacts.optedOutAt,
  lastSeen: contacts.lastSeenAt,
  createdAt: contacts.createdAt,
};

/** The limit for counting and paging a list; the whole organisation is counted completely. */
export const maxListed = 10_000;

/**
 * One page of contacts with the number of all matches; `more`: there are more than counted, or than a search
 * finds. @throws DomainError `segment.not_found`, `search.too_slow`
 */
export async function listContacts({ ctx, input }: Call<ListFilters>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { matches, more } = await matching(tx, ctx, input);
    const counted = await countUpTo(tx, isFiltered(input) ? maxListed : undefined, matches);
    const { page, pages, offset } = pageOf(Math.min(counted, maxListed), input.page);
    const rows = await tx
      .select(shown)
      .from(contacts)
      .where(matches)
      .orderBy(...orderOf[input.sort])
      .limit(pageSize)
      .offset(offset);
    return {
      contacts: rows,
      total: isFiltered(input) ? Math.min(counted, maxListed) : counted,
      more: more || (isFiltered(input) && counted > maxListed),
      page,
      pages,
    };
  });
}

export const isFiltered = ({ search, tag, consent, segmentId, conditions }: Filters): boolean =>
  Boolean(search || tag || consent || segmentId || conditions.conditions.length > 0);

/** How many contacts match; beyond `most`, one more than that. */
async function countUpTo(tx: Tx, most: number | undefined, matches: SQL): Promise<number> {
  const [counted] =
    most === undefined
      ? await tx.select({ total: sql<number>`count(*)::int` }).from(contacts).where(matches)
      : await tx.select({ total: sql<number>`count(*)::int` }).from(
          tx
            .select({ one: sql`1`.as("one") })
            .from(contacts)
            .where(matches)
            .limit(most + 1)
            .as("some"),
        );
  return counted?.total ?? 0;
}

/** Contacts never seen come last, the latest seen first. */
const seenFirst = [
  sql`${contacts.lastSeenDay} desc nulls last`,
  sql`${contacts.lastSeenAt} desc nulls last`,
  desc(contacts.id),
];

const orderOf: Record<ListFilters["sort"], SQL[]> = {
  name: [asc(contacts.name), asc(contacts.id)],
  "-name": [desc(contacts.name), desc(contacts.id)],
  created: [asc(contacts.createdAt), asc(contacts.id)],
  "-created": [desc(contacts.createdAt), desc(contacts.id)],
  "-seen": seenFirst,
  seen: [
    sql`${contacts.lastSeenDay} asc nulls first`,
    sql`${contacts.lastSeenAt} asc nulls first`,
    asc(contacts.id),
  ],
};

/** @throws DomainError `contact.not_found` also for a contact of another organisation. */
export async function getContact({ ctx, input }: Call<{ contactId: string }>) {
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
      sql`select tag, count(*) as count from contact_tags where org_id = ${ctx.orgId}
          group by tag order by count desc, tag limit 200`,
    ),
  );
  return { tags: rows };
}

/** Contacts newest first, one more than `limit`; `after` is the id of the last one before. */
export async function pageOfContacts({
  ctx,
  input,
}: Call<{
  limit: number;
  after?: string | undefined;
  phone?: string | undefined;
  bsuid?: string | undefined;
  tag?: string | undefined;
}>) {
  const { after, phone, bsuid, tag = "" } = input;
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select(shown)
      .from(contacts)
      .where(
        and(
          eq(contacts.orgId, ctx.orgId),
          tag ? withTag("contacts", ctx.orgId, tag) : undefined,
          after === undefined ? undefined : lt(contacts.id, after),
          phone === undefined ? undefined : eq(contacts.phone, phone),
          bsuid === undefined ? undefined : eq(contacts.bsuid, bsuid),
        ),
      )
      .orderBy(desc(contacts.id))
      .limit(input.limit + 1),
  );
}
