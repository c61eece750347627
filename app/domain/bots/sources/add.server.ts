import { and, eq } from "drizzle-orm";
import { botSources } from "#app/db/schema/bots.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { isUniqueViolation } from "#app/platform/uniqueViolation.ts";
import { sourceAdded, sourceRead } from "../events.ts";
import { findBot } from "../find.server.ts";
import { readBotSourceJob } from "../jobs.ts";
import { readDocument } from "./readDocument.server.ts";
import { replaceEntries } from "./replaceEntries.server.ts";

/** Notes a page to be read, now and then again. @throws DomainError `bot.not_found`, `bot_source.known` */
export function addPage({
  ctx,
  input: { botId, url, rereadHours },
}: {
  ctx: OrgContext;
  input: { botId: string; url: string; rereadHours: number };
}): Promise<{ sourceId: string }> {
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
 * Reads an uploaded document and makes entries of it; the file itself is not kept. One of the same name takes the place
 * of the earlier one. @throws DomainError `bot.not_found`, `bot_source.unreadable`, `bot.too_many_entries`
 */
export async function addDocument({
  ctx,
  input: { botId, fileName, bytes },
}: {
  ctx: OrgContext;
  input: { botId: string; fileName: string; bytes: Buffer };
}): Promise<{ sourceId: string; entries: number }> {
  await ctx.db.withOrg(ctx.orgId, (tx) => findBot(tx, ctx, botId));
  const sections = await readDocument(fileName, bytes);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const now = ctx.clock.now();
    const name = fileName.slice(0, 200);
    await tx
      .insert(botSources)
      .values({
        orgId: ctx.orgId,
        id: newId("bsr", now.getTime()),
        botId,
        kind: "document",
        name,
        createdAt: now,
      })
      .onConflictDoNothing();
    const [source] = await tx
      .select()
      .from(botSources)
      .where(
        and(
          eq(botSources.orgId, ctx.orgId),
          eq(botSources.botId, botId),
          eq(botSources.kind, "document"),
          eq(botSources.name, name),
        ),
      )
      .for("update");
    await replaceEntries(tx, ctx, source!, sections);
    await record(tx, ctx, sourceRead, { subject: botId, data: { source: name, entries: sections.length } });
    return { sourceId: source!.id, entries: sections.length };
  });
}
