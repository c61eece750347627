import { and, eq, isNotNull, lte } from "drizzle-orm";
import { botSources } from "#app/db/schema/bots.ts";
import { record } from "#app/domain/record/record.server.ts";
import { loopbackAddresses, parseAddresses } from "#app/platform/addresses.ts";
import type { OrgContext, Services } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { fetchPage, PageError } from "#app/providers/pages/fetchPage.server.ts";
import { pageNotRead, sourceRead } from "../events.ts";
import { readBotSourceJob } from "../jobs.ts";
import { pageNote } from "../notes.ts";
import { replaceEntries } from "./replaceEntries.server.ts";
import { sectionsOfHtml, sectionsOfText } from "./sections.ts";

const retryAfterHours = 6;
const dueAtOnce = 100;

/** Why a page was not read, as it is stored. */
const problemOf = (error: PageError | DomainError): string =>
  error instanceof PageError
    ? pageNote(`page.${error.problem}` as "page.status", { status: error.status })
    : noteOfRefusal(error);

/** Reads a page anew. What was known of it stays when it can't be read, and the page says why. */
export async function readPage({
  ctx,
  input: { sourceId },
}: {
  ctx: OrgContext;
  input: { sourceId: string };
}): Promise<void> {
  const ours = and(eq(botSources.orgId, ctx.orgId), eq(botSources.id, sourceId));
  const [source] = await ctx.db.withOrg(ctx.orgId, (tx) => tx.select().from(botSources).where(ours));
  if (source?.kind !== "page") return;
  try {
    // A sandbox reads the pages of its own machine too.
    const allowed = ctx.config.demo ? parseAddresses(loopbackAddresses) : undefined;
    const page = await fetchPage(source.name, { allowed });
    const sections = page.isHtml ? sectionsOfHtml(page.text) : sectionsOfText(page.text, source.name);
    if (sections.length === 0) throw new PageError("no_text");
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const { changed } = await replaceEntries(tx, ctx, source, sections);
      if (changed)
        await record(tx, ctx, sourceRead, {
          subject: source.botId,
          data: { source: source.name, entries: sections.length },
        });
    });
  } catch (error) {
    if (!(error instanceof PageError || error instanceof DomainError)) throw error;
    const problem = problemOf(error);
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const nextReadAt = source.rereadHours
        ? new Date(ctx.clock.now().getTime() + retryAfterHours * 3_600_000)
        : null;
      await tx.update(botSources).set({ status: "failed", problem, nextReadAt }).where(ours);
      await record(tx, ctx, pageNotRead, {
        subject: source.botId,
        data: { source: source.name, problem },
      });
    });
  }
}

/** Has the pages read whose time has come, of all organisations. */
export async function readDuePages(services: Services): Promise<void> {
  const now = services.clock.now();
  await services.db.withSystem(async (tx) => {
    const due = await tx
      .select({ orgId: botSources.orgId, id: botSources.id })
      .from(botSources)
      .where(and(isNotNull(botSources.nextReadAt), lte(botSources.nextReadAt, now)))
      .limit(dueAtOnce)
      .for("update", { skipLocked: true });
    for (const { orgId, id } of due) {
      // A page that is never answered is asked again after a while.
      const nextReadAt = new Date(now.getTime() + retryAfterHours * 3_600_000);
      await tx
        .update(botSources)
        .set({ nextReadAt })
        .where(and(eq(botSources.orgId, orgId), eq(botSources.id, id)));
      await services.jobs.enqueue(readBotSourceJob, { orgId, sourceId: id }, { tx });
    }
  });
}
