import { and, eq } from "drizzle-orm";
import { botSources } from "#app/db/schema/bots/bots.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { pageRequested, sourceDeleted } from "../events.ts";
import { findSource } from "../find.server.ts";
import { readBotSourceJob } from "../jobs.ts";
import { recordBotChange } from "../recordBotChange.server.ts";

interface Input {
  botId: string;
  sourceId: string;
}

/** Deletes a page or document with its entries. @throws DomainError `source.not_found` */
export function deleteSource({
  ctx,
  input: { botId, sourceId },
}: Call<Input>): Promise<{ sourceId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const source = await findSource(tx, ctx, botId, sourceId);
    await tx.delete(botSources).where(and(eq(botSources.orgId, ctx.orgId), eq(botSources.id, sourceId)));
    await recordBotChange(tx, ctx, botId);
    await record(tx, ctx, sourceDeleted, { subject: botId, data: { source: source.name } });
    return { sourceId };
  });
}

/** Reads a page again, at once. @throws DomainError `source.not_found` */
export function rereadSource({
  ctx,
  input: { botId, sourceId },
}: Call<Input>): Promise<{ sourceId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const source = await findSource(tx, ctx, botId, sourceId);
    if (source.kind === "page") {
      await tx
        .update(botSources)
        .set({ status: "waiting", problem: null })
        .where(and(eq(botSources.orgId, ctx.orgId), eq(botSources.id, sourceId)));
      await ctx.jobs.enqueue(readBotSourceJob, { orgId: ctx.orgId, sourceId }, { tx });
    }
    await record(tx, ctx, pageRequested, { subject: botId, data: { source: source.name } });
    return { sourceId };
  });
}
