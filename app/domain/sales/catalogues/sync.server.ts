import { and, asc, eq, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { productCatalogues, type SkippedItems } from "#app/db/schema/sales/catalogues.ts";
import { record } from "#app/domain/record/record.server.ts";
import { catalogueFailing, catalogueSynced } from "#app/domain/sales/events.ts";
import { fetchCataloguePicturesJob, syncCatalogueJob } from "#app/domain/sales/jobs.ts";
import { accessTokenOf, findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { suspendAccount } from "#app/domain/whatsapp/accounts/suspend.server.ts";
import type { OrgContext, Services } from "#app/platform/context.ts";
import { type DomainError, reasonOf } from "#app/platform/errors.ts";
import { type CatalogueItem, listCatalogueItems } from "#app/providers/meta/catalogues.server.ts";
import { GraphError, GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import { isAccessRefused, isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { type Catalogue, ofCatalogue } from "./find.server.ts";
import { usableItems } from "./items.ts";
import { mergeItems } from "./merge.server.ts";
import { hasDuePictures } from "./pictures.server.ts";

const everyMs = 3_600_000;
/** A permission or a catalogue comes back by someone's hand. */
const afterRefusalMs = 24 * 3_600_000;
const mostCatalogues = 2000;

type Problem = "denied" | "lost" | "gone" | "unreachable" | "too_many";

/** Enqueues the sync of all catalogues that are due. Returns how many. */
export async function syncCatalogues(services: Services): Promise<{ due: number }> {
  const due = await services.db.systemReads
    .select({ orgId: productCatalogues.orgId, catalogueId: productCatalogues.id })
    .from(productCatalogues)
    .where(lte(productCatalogues.nextSyncAt, services.clock.now()))
    .orderBy(asc(productCatalogues.nextSyncAt))
    .limit(mostCatalogues);
  for (const catalogue of due)
    await services.jobs.enqueue(syncCatalogueJob, catalogue, { key: catalogue.catalogueId });
  return { due: due.length };
}

/**
 * Reads a catalogue from Meta and merges it into the products; nothing changes unless all of its pages were read. With
 * `onlyDue` not before its time, so that of two processes one reads. False when it was not read completely.
 */
export async function syncCatalogue(
  ctx: OrgContext,
  { catalogueId, onlyDue = false }: { catalogueId: string; onlyDue?: boolean },
): Promise<boolean> {
  const now = ctx.clock.now();
  const [catalogue] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(productCatalogues)
      .set({ nextSyncAt: new Date(now.getTime() + everyMs) })
      .where(
        and(
          ofCatalogue(ctx.orgId, catalogueId),
          onlyDue ? lte(productCatalogues.nextSyncAt, now) : undefined,
        ),
      )
      .returning(),
  );
  if (!catalogue) return false;
  const read = await readItems(ctx, catalogue);
  if ("problem" in read) {
    await noteProblem(ctx, catalogue, read.problem);
    return false;
  }
  await ctx.db.withOrg(ctx.orgId, (tx) => write(tx, ctx, catalogue, read));
  return true;
}

type Read = { items: CatalogueItem[]; isWhole: boolean } | { problem: Problem };

async function readItems(ctx: OrgContext, { whatsappAccountId, catalogId }: Catalogue): Promise<Read> {
  const account = await findAccount(ctx, whatsappAccountId);
  if (account.status !== "connected") return { problem: "lost" };
  try {
    return await listCatalogueItems(ctx.graph, accessTokenOf(ctx, account), catalogId);
  } catch (error) {
    if (!(error instanceof GraphError) && !(error instanceof GraphUnreachable)) throw error;
    if (isTokenRefused(error)) {
      const reason = reasonOf(metaRefusal(error) as DomainError);
      await suspendAccount({ ctx, input: { account, reason } });
      return { problem: "lost" };
    }
    return { problem: problemOf(error) };
  }
}

function problemOf(error: GraphError | GraphUnreachable): Problem {
  if (isAccessRefused(error)) return "denied";
  return error instanceof GraphError && error.code === 100 ? "gone" : "unreachable";
}

/** The catalogue may have been disconnected, or exchanged, while Meta was read. */
async function write(
  tx: Tx,
  ctx: OrgContext,
  { id, catalogId }: Catalogue,
  { items, isWhole }: { items: CatalogueItem[]; isWhole: boolean },
): Promise<void> {
  const [catalogue] = await tx
    .select()
    .from(productCatalogues)
    .where(and(ofCatalogue(ctx.orgId, id), eq(productCatalogues.catalogId, catalogId)))
    .for("update");
  if (!catalogue) return;
  const { usable, skipped: unusable } = usableItems(items);
  const { changes, taken } = await mergeItems(tx, ctx, { catalogueId: id, usable, isWhole });
  if (await hasDuePictures(tx, ctx, id))
    await ctx.jobs.enqueue(fetchCataloguePicturesJob, { orgId: ctx.orgId, catalogueId: id }, { tx, key: id });
  const code = (unusable.code ?? 0) + taken;
  const skipped: SkippedItems = { ...unusable, ...(code > 0 ? { code } : {}) };
  await tx
    .update(productCatalogues)
    .set({
      ...{ syncedAt: ctx.clock.now(), items: usable.size - taken, skipped, problems: 0 },
      problem: isWhole ? null : "too_many",
    })
    .where(ofCatalogue(ctx.orgId, id));
  if (changes.created + changes.changed + changes.removed > 0)
    await record(tx, ctx, catalogueSynced, { subject: id, data: { catalogue: catalogue.name, ...changes } });
}

/** Managers are notified once of what Meta refuses. */
const noteProblem = (ctx: OrgContext, catalogue: Catalogue, problem: Problem): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const isRefused = problem !== "unreachable";
    const nextSyncAt = new Date(ctx.clock.now().getTime() + (isRefused ? afterRefusalMs : everyMs));
    const updated = await tx
      .update(productCatalogues)
      .set({ problem, problems: catalogue.problems + 1, nextSyncAt })
      .where(ofCatalogue(ctx.orgId, catalogue.id))
      .returning({ id: productCatalogues.id });
    if (updated.length === 0 || !isRefused || catalogue.problem === problem) return;
    const data = { catalogue: catalogue.name, problem };
    await record(tx, ctx, catalogueFailing, { subject: catalogue.id, data });
  });
