import type { Tx } from "#app/db/client.server.ts";
import { botSourceFiles, botSources } from "#app/db/schema/bots/bots.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { sourceAdded } from "../events.ts";
import { findBot } from "../find.server.ts";
import { readBotSourceJob } from "../jobs.ts";
import { retryAfterHours } from "./readSource.server.ts";

/**
 * Adds a page, which is read now and then regularly. @throws DomainError `bot.not_found`, `bot_source.known`
 */
export function addPage({
  ctx,
  input: { botId, url, rereadHours },
}: Call<{ botId: string; url: string; rereadHours: number }>): Promise<{ sourceId: string }> {
  return ctx.db
    .withOrg(ctx.orgId, async (tx) => {
      await findBot(tx, ctx, botId);
      const now = ctx.clock.now();
      const sourceId = newId("bsr", now.getTime());
      await tx.insert(botSources).values({
        orgId: ctx.orgId,
        id: sourceId,
        botId,
        kind: "page",
        name: url,
        rereadHours: rereadHours || null,
        createdAt: now,
      });
      await ctx.jobs.enqueue(readBotSourceJob, { orgId: ctx.orgId, sourceId }, { tx });
      await record(tx, ctx, sourceAdded, { subject: botId, data: { source: url } });
      return { sourceId };
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw botsError("bot_source.known", { field: "url", cause: error });
    });
}

/**
 * Stores an uploaded document until it is read. One of the same name replaces the earlier one. @throws
 * DomainError `bot.not_found`
 */
export function addDocument({
  ctx,
  input: { botId, fileName, bytes },
}: Call<{ botId: string; fileName: string; bytes: Buffer }>): Promise<{ sourceId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await findBot(tx, ctx, botId);
    const now = ctx.clock.now();
    const waiting = {
      status: "waiting" as const,
      problem: null,
      // A backup for a lost job: it is then read with the due pages.
      nextReadAt: new Date(now.getTime() + retryAfterHours * 3_600_000),
    };
    const [source] = await tx
      .insert(botSources)
      .values({
        ...waiting,
        orgId: ctx.orgId,
        id: newId("bsr", now.getTime()),
        botId,
        kind: "document",
        name: fileName,
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: [botSources.orgId, botSources.botId, botSources.kind, botSources.name],
        set: waiting,
      })
      .returning({ id: botSources.id });
    const sourceId = source!.id;
    await storeFile(tx, ctx, sourceId, bytes);
    await ctx.jobs.enqueue(readBotSourceJob, { orgId: ctx.orgId, sourceId }, { tx });
    await record(tx, ctx, sourceAdded, { subject: botId, data: { source: fileName } });
    return { sourceId };
  });
}

/** Stores the source's file until its job has read it. */
async function storeFile(tx: Tx, ctx: OrgContext, sourceId: string, bytes: Buffer): Promise<void> {
  const now = ctx.clock.now();
  const upload = { id: newId("bsf", now.getTime()), bytes, createdAt: now };
  await tx
    .insert(botSourceFiles)
    .values({ ...upload, orgId: ctx.orgId, sourceId })
    .onConflictDoUpdate({ target: [botSourceFiles.orgId, botSourceFiles.sourceId], set: upload });
}
