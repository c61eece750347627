import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contactTags, type FieldType, segments } from "#app/db/schema/contacts.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { fieldsOf } from "#app/domain/contacts/fields/queries.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Condition, type Conditions, storedConditions } from "./schemas.ts";

/** What conditions name, as it is now. What is missing was deleted, or belongs to somebody else. */
export interface Known {
  fields: Map<string, { name: string; type: FieldType; options: string[] }>;
  campaigns: Map<string, string>;
  segments: Map<string, { name: string; conditions: Conditions }>;
  /** Tags that somebody has. */
  tags: Set<string>;
}

type Of<A extends Condition["about"]> = Extract<Condition, { about: A }>;

const about = <A extends Condition["about"]>(all: Condition[], what: A): Of<A>[] =>
  all.filter((one): one is Of<A> => one.about === what);

/** Finds what conditions name, also those of the segments that they name. */
export async function knownIn(tx: Tx, orgId: OrgId, given: readonly Conditions[]): Promise<Known> {
  const own = given.flatMap(({ conditions }) => conditions);
  const named = await namedSegments(
    tx,
    orgId,
    about(own, "segment").map(({ of }) => of),
  );
  const all = [...own, ...[...named.values()].flatMap(({ conditions }) => conditions.conditions)];
  const fields = about(all, "field").length > 0 ? await fieldsOf(tx, orgId) : [];
  return {
    segments: named,
    fields: new Map(fields.map((field) => [field.id, field])),
    campaigns: await namedCampaigns(
      tx,
      orgId,
      about(all, "campaign").map(({ of }) => of),
    ),
    tags: await usedTags(
      tx,
      orgId,
      about(all, "tag").map(({ value }) => value),
    ),
  };
}

async function namedSegments(tx: Tx, orgId: OrgId, ids: string[]): Promise<Known["segments"]> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: segments.id, name: segments.name, conditions: segments.conditions })
    .from(segments)
    .where(and(eq(segments.orgId, orgId), inArray(segments.id, ids)));
  return new Map(
    rows.map(({ id, name, conditions }) => [id, { name, conditions: storedConditions(conditions) }]),
  );
}

async function namedCampaigns(tx: Tx, orgId: OrgId, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), inArray(campaigns.id, ids)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function usedTags(tx: Tx, orgId: OrgId, tags: string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (const tag of new Set(tags)) {
    const [row] = await tx
      .select({ tag: contactTags.tag })
      .from(contactTags)
      .where(and(eq(contactTags.orgId, orgId), eq(contactTags.tag, tag)))
      .limit(1);
    if (row) used.add(row.tag);
  }
  return used;
}
