import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { findContactIds, maxContacts } from "#app/db/search.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { digitsToFind } from "#app/platform/phone/phone.ts";
import { matchesSql, withTag } from "./compile.server.ts";
import { findSegment } from "./find.server.ts";
import { knownIn } from "./known.server.ts";
import type { ListFilters } from "./schemas.ts";

export type Filters = Pick<ListFilters, "search" | "tag" | "consent" | "segmentId" | "conditions">;

/**
 * The condition on `contacts` for a filter of their list. `more`: its search stopped at its limit, so there
 * may be others. @throws DomainError `segment.not_found`, `search.too_slow`
 */
export async function matching(
  tx: Tx,
  ctx: OrgContext,
  filters: Filters,
): Promise<{ matches: SQL; more: boolean }> {
  const found = filters.search ? await findContactIds(tx, ctx.orgId, filters.search) : undefined;
  const matches = and(
    await filtered(tx, ctx, filters),
    found && sql`${contacts.id} = any(${sql.param(found)}::text[])`,
  )!;
  return { matches, more: found?.length === maxContacts };
}

/** The same without the limit of a search, for work on all contacts. */
export async function matchingAll(tx: Tx, ctx: OrgContext, filters: Filters): Promise<SQL> {
  return and(await filtered(tx, ctx, filters), filters.search ? holds(filters.search) : undefined)!;
}

async function filtered(tx: Tx, ctx: OrgContext, filters: Filters): Promise<SQL> {
  const { tag, consent, segmentId } = filters;
  const all = [filters.conditions];
  if (segmentId) all.push((await findSegment(tx, ctx.orgId, segmentId)).conditions);
  const compiling = { orgId: ctx.orgId, now: ctx.clock.now(), known: await knownIn(tx, ctx.orgId, all) };
  return and(
    eq(contacts.orgId, ctx.orgId),
    tag ? withTag("contacts", ctx.orgId, tag) : undefined,
    consent === "opted_out" ? isNotNull(contacts.optedOutAt) : undefined,
    consent && consent !== "opted_out"
      ? and(eq(contacts.consent, consent), isNull(contacts.optedOutAt))
      : undefined,
    ...all.filter((one) => one.conditions.length > 0).map((one) => matchesSql("contacts", one, compiling)),
  )!;
}

function holds(search: string): SQL {
  const byPhone = digitsToFind(search).map((digits) => sql` or strpos(${contacts.phone}, ${digits}) > 0`);
  return sql`(strpos(${contacts.searchText}, folded(${search})) > 0${sql.join(byPhone)})`;
}
