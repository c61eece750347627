import { and, asc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { matchingAll } from "#app/domain/contacts/segments/matching.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { applyToSome } from "./apply.server.ts";
import { type CheckedChange, checkedChange } from "./check.server.ts";
import { changeContactsJob } from "./jobs.ts";
import { recordBulk } from "./recordBulk.server.ts";
import type { BulkAct, BulkChange, Selection } from "./schemas.ts";

/** Up to so many contacts are changed in the request; more by a job. Some changes take longer for each. */
const atOnce = (act: BulkAct) => (act === "delete" || act === "withdraw_consent" ? 100 : 1000);
const inOneStep = 200;

/** The number of selected contacts. @throws DomainError `segment.not_found` */
export function countSelection({ ctx, input }: Call<Selection>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => ({ count: await countOf(tx, await meant(tx, ctx, input)) }));
}

/**
 * Runs one action on all selected contacts that exist now: at once for a few, else by a job. Returns how many
 * were changed, and how many were left unchanged. @throws DomainError `segment.not_found`, and those of
 * `checkedChange`
 */
export async function changeContacts({
  ctx,
  input: { selection, change },
}: Call<{ selection: Selection; change: BulkChange }>): Promise<{
  count: number;
  left: number;
  isQueued: boolean;
}> {
  const before = ctx.clock.now();
  const { count, checked } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const checked = await checkedChange(tx, ctx, change);
    const count = await countOf(tx, await meant(tx, ctx, selection));
    if (count > atOnce(change.act))
      await ctx.jobs.enqueue(
        changeContactsJob,
        {
          orgId: ctx.orgId,
          userId: userOf(ctx.actor),
          selection,
          change: checked,
          before: before.toISOString(),
        },
        { tx },
      );
    return { count, checked };
  });
  if (count > atOnce(change.act)) return { count, left: 0, isQueued: true };
  const changed = await changeAll(ctx, { selection, change: checked, before });
  return { count: changed, left: Math.max(0, count - changed), isQueued: false };
}

/** Processes all selected contacts in the order of their ids; returns how many it changed. */
export async function changeAll(
  ctx: OrgContext,
  { selection, change, before }: { selection: Selection; change: CheckedChange; before: Date },
): Promise<number> {
  let changed = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const step = await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const ids = await nextIds(
        tx,
        and(await meant(tx, ctx, selection), lte(contacts.createdAt, before))!,
        from,
      );
      const done = ids.length > 0 ? await applyToSome(tx, ctx, ids, change) : 0;
      return { done, last: ids.length === inOneStep ? ids.at(-1) : undefined };
    });
    changed += step.done;
    after = step.last;
  }
  await ctx.db.withOrg(ctx.orgId, (tx) => recordBulk(tx, ctx, change, changed));
  return changed;
}

async function meant(tx: Tx, ctx: OrgContext, { chosen, ...filters }: Selection): Promise<SQL> {
  const all = await matchingAll(tx, ctx, filters);
  return chosen.length === 0 ? all : and(eq(contacts.orgId, ctx.orgId), inArray(contacts.id, chosen))!;
}

async function countOf(tx: Tx, matches: SQL): Promise<number> {
  const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(contacts).where(matches);
  return counted?.count ?? 0;
}

async function nextIds(tx: Tx, matches: SQL, after: string): Promise<string[]> {
  const rows = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(matches, gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(inOneStep);
  return rows.map(({ id }) => id);
}
