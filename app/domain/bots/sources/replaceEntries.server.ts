import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type BotLanguage, botEntries, botSources, botTexts } from "#app/db/schema/bots/bots.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import type { Section } from "#app/providers/sandbox/readers/sections.ts";
import { languageOf } from "../answering/language.ts";
import { maxEntries, tooManyEntries } from "../entries/save.server.ts";
import { countEntries } from "../find.server.ts";
import { recordBotChange } from "../recordBotChange.server.ts";

type Source = typeof botSources.$inferSelect;

interface SectionWithLanguage extends Section {
  language: BotLanguage;
}

/**
 * Adds each section's language. Yields to the event loop now and then, because the statistics of many texts
 * take long.
 */
export async function withLanguages(sections: readonly Section[]): Promise<SectionWithLanguage[]> {
  const labelled: SectionWithLanguage[] = [];
  for (const section of sections) {
    labelled.push({ ...section, language: languageOf(section.text) ?? "en" });
    await setImmediate();
  }
  return labelled;
}

/**
 * Replaces a source's entries by its sections. An unchanged source changes nothing, so that evaluation
 * questions keep their expected entries. @throws DomainError `bot.too_many_entries`
 */
export async function replaceEntries(
  tx: Tx,
  ctx: OrgContext,
  source: Source,
  sections: readonly SectionWithLanguage[],
): Promise<{ changed: boolean }> {
  const now = ctx.clock.now();
  const contentHash = createHash("sha256")
    .update(JSON.stringify(sections.map(({ title, text }) => ({ title, text }))))
    .digest("hex");
  const nextReadAt = source.rereadHours ? new Date(now.getTime() + source.rereadHours * 3_600_000) : null;
  const ours = and(eq(botSources.orgId, ctx.orgId), eq(botSources.id, source.id));
  const read = { status: "read" as const, problem: null, readAt: now, nextReadAt };
  if (contentHash === source.contentHash) {
    await tx.update(botSources).set(read).where(ours);
    return { changed: false };
  }
  await tx.delete(botEntries).where(and(eq(botEntries.orgId, ctx.orgId), eq(botEntries.sourceId, source.id)));
  if ((await countEntries(tx, ctx, source.botId)) + sections.length > maxEntries) throw tooManyEntries();
  if (sections.length > 0) await insertEntries(tx, ctx, source, sections);
  await tx
    .update(botSources)
    .set({ ...read, contentHash, entryCount: sections.length })
    .where(ours);
  await recordBotChange(tx, ctx, source.botId);
  return { changed: true };
}

async function insertEntries(
  tx: Tx,
  ctx: OrgContext,
  { id: sourceId, botId }: Source,
  sections: readonly SectionWithLanguage[],
): Promise<void> {
  const now = ctx.clock.now();
  const common = { orgId: ctx.orgId, botId };
  const rows = sections.map((section) => ({ ...section, id: newId("ben", now.getTime()) }));
  await tx.insert(botEntries).values(rows.map(({ id }) => ({ ...common, id, sourceId, createdAt: now })));
  await tx.insert(botTexts).values(
    rows.map(({ id, title, text, language }) => ({
      ...common,
      entryId: id,
      language,
      question: title,
      answer: text,
    })),
  );
}
