import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { segments } from "#app/db/schema/contacts/segments.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { together } from "#app/db/together.server.ts";
import { fieldsOf } from "#app/domain/contacts/fields/queries.server.ts";
import { usedTags } from "#app/domain/contacts/usedTags.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { countConditions } from "./audience.server.ts";
import { findSegment } from "./find.server.ts";
import { knownIn } from "./known.server.ts";
import { type Conditions, storedConditions } from "./schemas.ts";
import { conditionsWords, conditionWords } from "./words.ts";

/** The time for counting all segments of a list; the others are counted when opened. */
const countingMs = 800;

/** The segments of an organisation by name, as text and with their current size; null: not counted here. */
export async function listSegments({ ctx }: { ctx: OrgContext }) {
  const listed = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await segmentsOf(tx, ctx.orgId);
    const all = rows.map(({ conditions }) => conditions);
    const known = await knownIn(tx, ctx.orgId, all);
    return rows.map((row) => ({ ...row, words: conditionsWords(row.conditions, known) }));
  });
  const until = performance.now() + countingMs;
  const segments = [];
  for (const { conditions, ...row } of listed) {
    const isCounted = performance.now() < until;
    segments.push({ ...row, count: isCounted ? await counted(ctx, conditions) : null });
  }
  return { segments };
}

const counted = (ctx: OrgContext, conditions: Conditions) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    countConditions(tx, { orgId: ctx.orgId, conditions, now: ctx.clock.now() }),
  );

/** Names and ids, for lists of choices. */
export async function segmentsOf(tx: Tx, orgId: OrgId) {
  const rows = await tx
    .select({
      id: segments.id,
      name: segments.name,
      conditions: segments.conditions,
      updatedAt: segments.updatedAt,
    })
    .from(segments)
    .where(eq(segments.orgId, orgId))
    .orderBy(asc(segments.name));
  return rows.map((row) => ({ ...row, conditions: storedConditions(row.conditions) }));
}

/** A segment with its conditions as texts. @throws DomainError `segment.not_found` */
export async function getSegment({ ctx, input }: Call<{ segmentId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const segment = await findSegment(tx, ctx.orgId, input.segmentId);
    return { segment, ...(await described(tx, ctx, segment.conditions)) };
  });
}

/** The contacts that match conditions: as texts, and their number. */
export async function describeConditions({ ctx, input }: Call<{ conditions: Conditions }>) {
  return ctx.db.withOrg(ctx.orgId, (tx) => described(tx, ctx, input.conditions));
}

async function described(tx: Tx, ctx: OrgContext, conditions: Conditions) {
  const known = await knownIn(tx, ctx.orgId, [conditions]);
  return {
    sentence: conditionsWords(conditions, known),
    words: conditions.conditions.map((one) => conditionWords(one, known)),
    count: await countConditions(tx, { orgId: ctx.orgId, conditions, now: ctx.clock.now() }),
  };
}

const mostCampaigns = 100;

/** The choices for conditions: fields, tags in use, the newest started campaigns, segments. */
export const conditionChoices = async ({ ctx }: { ctx: OrgContext }) =>
  ctx.db.withOrg(ctx.orgId, async (tx) =>
    conditionNames(await together(tx, conditionQueries(tx, ctx.orgId))),
  );

/** The same, not yet queried; `conditionNames` reads them. */
export const conditionQueries = (tx: Tx, orgId: OrgId) => ({
  fields: fieldsOf(tx, orgId),
  tags: usedTags(tx, orgId),
  campaigns: tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), ne(campaigns.status, "draft")))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(mostCampaigns),
  segments: tx
    .select({ id: segments.id, name: segments.name })
    .from(segments)
    .where(eq(segments.orgId, orgId))
    .orderBy(asc(segments.name)),
});

type Queried = {
  [Name in keyof ReturnType<typeof conditionQueries>]: Awaited<ReturnType<typeof conditionQueries>[Name]>;
};

export const conditionNames = ({ fields, tags, campaigns, segments }: Queried) => ({
  campaigns,
  segments,
  fields: fields.map(({ id, name, type, options }) => ({ id, name, type, options })),
  tags: tags.map(({ tag }) => tag),
});

export type ConditionChoices = Awaited<ReturnType<typeof conditionChoices>>;
