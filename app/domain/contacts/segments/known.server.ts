import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { FieldType } from "#app/db/schema/contacts/contacts.ts";
import { segments } from "#app/db/schema/contacts/segments.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { isAnyOf, together } from "#app/db/together.server.ts";
import { fieldsOf } from "#app/domain/contacts/fields/queries.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Condition, type Conditions, storedConditions } from "./schemas.ts";

/** The current objects that conditions refer to. Missing ones were deleted, or belong to someone else. */
export interface Known {
  fields: Map<string, { name: string; type: FieldType; options: string[] }>;
  campaigns: Map<string, string>;
  segments: Map<string, { name: string; conditions: Conditions }>;
  /** Tags that a contact has. */
  tags: Set<string>;
}

type Of<A extends Condition["about"]> = Extract<Condition, { about: A }>;

const about = <A extends Condition["about"]>(all: Condition[], what: A): Of<A>[] =>
  all.filter((one): one is Of<A> => one.about === what);

/** Loads the objects that conditions refer to, also those of nested segments. */
export async function knownIn(tx: Tx, orgId: OrgId, given: readonly Conditions[]): Promise<Known> {
  const own = given.flatMap(({ conditions }) => conditions);
  const named = await namedSegments(
    tx,
    orgId,
    about(own, "segment").map(({ of }) => of),
  );
  const all = [...own, ...[...named.values()].flatMap(({ conditions }) => conditions.conditions)];
  if (all.length === 0) return { segments: named, fields: new Map(), campaigns: new Map(), tags: new Set() };
  const found = await together(tx, {
    fields: fieldsOf(tx, orgId),
    campaigns: namedCampaigns(
      tx,
      orgId,
      about(all, "campaign").map(({ of }) => of),
    ),
    tags: amongTags(
      tx,
      orgId,
      about(all, "tag").map(({ value }) => value),
    ),
  });
  return {
    segments: named,
    fields: new Map(found.fields.map((field) => [field.id, field])),
    campaigns: new Map(found.campaigns.map(({ id, name }) => [id, name])),
    tags: new Set(found.tags.map(({ tag }) => tag)),
  };
}

async function namedSegments(tx: Tx, orgId: OrgId, ids: string[]): Promise<Known["segments"]> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: segments.id, name: segments.name, conditions: segments.conditions })
    .from(segments)
    .where(and(eq(segments.orgId, orgId), isAnyOf(segments.id, ids)));
  return new Map(
    rows.map(({ id, name, conditions }) => [id, { name, conditions: storedConditions(conditions) }]),
  );
}

const namedCampaigns = (tx: Tx, orgId: OrgId, ids: string[]) =>
  tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), isAnyOf(campaigns.id, ids)));

/** The existing ones of these tags: one index lookup each. */
const amongTags = (tx: Tx, orgId: OrgId, tags: string[]) =>
  tx
    .select({ tag: sql<string>`tag` })
    .from(sql`(select given.tag from unnest(${sql.param([...new Set(tags)])}::text[]) as given(tag)
      where exists (select 1 from contact_tags t where t.org_id = ${orgId} and t.tag = given.tag)) as in_use`);
