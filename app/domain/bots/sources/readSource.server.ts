import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botSourceFiles, botSources } from "#app/db/schema/bots/bots.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext, Services } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { loopbackAddresses, parseAddresses } from "#app/platform/http/addresses.ts";
import { fetchPage, PageError } from "#app/providers/pages/fetchPage.server.ts";
import type { Section } from "#app/providers/sandbox/readers/sections.ts";
import { FileRefused } from "#app/providers/sandbox/refusal.ts";
import { readDocumentFile } from "#app/providers/sandbox/sandbox.server.ts";
import { sourceNotRead, sourceRead } from "../events.ts";
import { readBotSourceJob } from "../jobs.ts";
import { pageNote } from "../notes.ts";
import { readDocument } from "./readDocument.server.ts";
import { replaceEntries, withLanguages } from "./replaceEntries.server.ts";

export const retryAfterHours = 6;
const dueAtOnce = 100;

type Source = typeof botSources.$inferSelect;
type Upload = typeof botSourceFiles.$inferSelect;

const theSource = (ctx: OrgContext, sourceId: string) =>
  and(eq(botSources.orgId, ctx.orgId), eq(botSources.id, sourceId));

/**
 * Reads a page again, or an uploaded document. When it can't be read, its entries are unchanged and the
 * problem is stored.
 */
export async function readSource({ ctx, input: { sourceId } }: Call<{ sourceId: string }>): Promise<void> {
  const { source, upload } = await findWithUpload(ctx, sourceId);
  // A document without a file was read by an earlier attempt.
  if (!source || (source.kind === "document" && !upload)) return;
  try {
    const sections = await withLanguages(
      upload
        ? await readDocument(ctx.orgId, { fileName: source.name, bytes: upload.bytes })
        : await sectionsOfPage(ctx, source),
    );
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      if (upload && !(await claimUpload(tx, ctx, upload))) return;
      const { changed } = await replaceEntries(tx, ctx, source, sections);
      if (changed)
        await record(tx, ctx, sourceRead, {
          subject: source.botId,
          data: { source: source.name, entries: sections.length },
        });
    });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      if (upload && !(await claimUpload(tx, ctx, upload))) return;
      await storeProblem(tx, ctx, source, problem);
    });
  }
}

async function findWithUpload(
  ctx: OrgContext,
  sourceId: string,
): Promise<{ source?: Source | undefined; upload?: Upload | undefined }> {
  const [found] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(botSources)
      .leftJoin(
        botSourceFiles,
        and(eq(botSourceFiles.orgId, botSources.orgId), eq(botSourceFiles.sourceId, botSources.id)),
      )
      .where(theSource(ctx, sourceId)),
  );
  return { source: found?.bot_sources, upload: found?.bot_source_files ?? undefined };
}

async function storeProblem(tx: Tx, ctx: OrgContext, source: Source, problem: string): Promise<void> {
  const nextReadAt = source.rereadHours
    ? new Date(ctx.clock.now().getTime() + retryAfterHours * 3_600_000)
    : null;
  await tx.update(botSources).set({ status: "failed", problem, nextReadAt }).where(theSource(ctx, source.id));
  await record(tx, ctx, sourceNotRead, { subject: source.botId, data: { source: source.name, problem } });
}

/** @throws PageError; DomainError `server.busy` */
async function sectionsOfPage(ctx: OrgContext, source: Source): Promise<Section[]> {
  // The demo also reads pages of its own machine.
  const allowed = ctx.config.demo ? parseAddresses(loopbackAddresses) : undefined;
  const { text, isHtml } = await fetchPage(source.name, { allowed });
  const options = { name: source.name, isHtml };
  const { sections } = await readDocumentFile("page", {
    owner: ctx.orgId,
    bytes: Buffer.from(text),
    options,
  }).catch((error: unknown) => {
    throw error instanceof FileRefused ? new PageError("too_complex", { cause: error }) : error;
  });
  if (sections.length === 0) throw new PageError("no_text");
  return sections;
}

/** Deletes the stored file; returns false when a newer upload, which has its own job, has replaced it. */
async function claimUpload(tx: Tx, ctx: OrgContext, { sourceId, id }: Upload): Promise<boolean> {
  const claimed = await tx
    .delete(botSourceFiles)
    .where(
      and(
        eq(botSourceFiles.orgId, ctx.orgId),
        eq(botSourceFiles.sourceId, sourceId),
        eq(botSourceFiles.id, id),
      ),
    )
    .returning({ id: botSourceFiles.id });
  return claimed.length > 0;
}

/** Why a source was not read, as stored; undefined when a retry may help. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof PageError)
    return pageNote(`page.${error.problem}` as "page.status", { status: error.status });
  return error instanceof DomainError && error.kind !== "unavailable" ? noteOfRefusal(error) : undefined;
}

/** Reads the due sources of all organisations. */
export async function readDueSources(services: Services): Promise<void> {
  const now = services.clock.now();
  // A page that does not respond is retried then.
  const nextReadAt = new Date(now.getTime() + retryAfterHours * 3_600_000);
  const due = {
    ...{ name: "bot-sources", table: "bot_sources", isDue: "t.next_read_at <= $1", values: [now] },
    order: "t.next_read_at, t.id",
  };
  await takeDue(services, due, dueAtOnce, async (tx, orgId, ids) => {
    await tx
      .update(botSources)
      .set({ nextReadAt })
      .where(and(eq(botSources.orgId, orgId), inArray(botSources.id, [...ids])));
    for (const sourceId of ids) await services.jobs.enqueue(readBotSourceJob, { orgId, sourceId }, { tx });
    return ids;
  });
}
