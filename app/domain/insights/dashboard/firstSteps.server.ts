import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { endFirstSteps, markResultsSeen } from "#app/domain/organisations/firstSteps.server.ts";
import type { MemberContext, Services } from "#app/platform/context.ts";

const has = (rows: SQL) => sql<boolean>`exists (select 1 from ${rows})`;

/** Ordered, so that the key is read and not the table: most of its rows may be of one organisation. */
const hasAny = (table: string, orgId: SQL) =>
  has(sql`(select 1 from ${sql.identifier(table)} where org_id = ${orgId} order by id limit 1) any_of`);

const hasResults = (orgId: SQL) =>
  has(sql`hourly_totals
    where org_id = ${orgId} and state in ('delivered', 'read') and direction = 'out' and count > 0`);

/** Which of the first steps an organisation has done, by what it has: nothing is ticked by hand. */
const stepsOf = (orgId: SQL) => ({
  connected:
    has(sql`whatsapp_accounts a join phone_numbers n on n.org_id = ${orgId} and n.whatsapp_account_id = a.id
    where a.org_id = ${orgId} and a.status = 'connected' and n.status = 'CONNECTED'`),
  template: has(sql`templates where org_id = ${orgId} and status not in ('DRAFT', 'DELETED')`),
  // A customer who writes becomes a contact as well, which imports nothing.
  contacts: has(sql`contact_imports
    where org_id = ${orgId} and status = 'completed' and created + updated > 0`),
  campaign: has(sql`campaigns where org_id = ${orgId} and started_at is not null`),
  answer: has(sql`answered_waits where org_id = ${orgId} and answered_by is not null`),
  results: sql<boolean>`${organisations.resultsSeenAt} is not null`,
  till: has(sql`tills where org_id = ${orgId} and removed_at is null`),
  product: hasAny("products", orgId),
  order: hasAny("orders", orgId),
  payment: hasAny("till_payments", orgId),
});

export type FirstStep = keyof ReturnType<typeof stepsOf>;

/** What leads to the first results: each path on its own, after the connection. */
const paths: readonly (readonly FirstStep[])[] = [
  ["template", "contacts", "campaign", "answer", "results"],
  ["till", "product", "order", "payment"],
];

/** Which of the first steps the organisation has done. */
export async function getFirstSteps({
  db,
  orgId,
}: Pick<MemberContext, "db" | "orgId">): Promise<{ done: Record<FirstStep, boolean> }> {
  const [done] = await db.withOrg(orgId, (tx) =>
    tx
      .select(stepsOf(sql`${orgId}`))
      .from(organisations)
      .where(eq(organisations.id, orgId)),
  );
  return { done: done! };
}

/** A member opened the analytics: the step is done once there are results in them. */
export async function seeResults(
  ctx: Pick<MemberContext, "db" | "clock" | "orgId">,
): Promise<{ seen: true }> {
  await ctx.db.withOrg(ctx.orgId, (tx) => markResultsSeen(tx, ctx, hasResults(sql`${ctx.orgId}`)));
  return { seen: true };
}

/** Ends the first steps of organisations that have done one path. Returns the number of organisations. */
export async function endAllFirstSteps({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<{ ended: number }> {
  const { connected } = stepsOf(sql`${organisations.id}`);
  const candidates = await db.systemReads
    .select({ orgId: organisations.id })
    .from(organisations)
    .where(sql`${isNull(organisations.firstStepsEndedAt)} and ${connected}`);
  let ended = 0;
  for (const { orgId } of candidates) if (await endIfDone({ db, clock, orgId })) ended += 1;
  return { ended };
}

async function endIfDone(ctx: Pick<MemberContext, "db" | "clock" | "orgId">): Promise<boolean> {
  const { done } = await getFirstSteps(ctx);
  const isDone = done.connected && paths.some((path) => path.every((step) => done[step]));
  return isDone && ctx.db.withOrg(ctx.orgId, (tx) => endFirstSteps(tx, ctx));
}
