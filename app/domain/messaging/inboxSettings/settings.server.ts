import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { inboxSettingsChanged } from "#app/domain/messaging/events.ts";
import { scoreTemplates } from "#app/domain/messaging/inboxSettings/scoreTemplates.server.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { isChange } from "#app/platform/changes.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { teamOf } from "./team.server.ts";
import { defaultCloseAfterDays, defaultPauseDays } from "./words.ts";

export type InboxSettings = Omit<typeof inboxSettings.$inferSelect, "orgId" | "updatedAt">;

const unsaid: InboxSettings = {
  workingWeek: null,
  awayMessage: "",
  firstReplyMinutes: null,
  nextReplyMinutes: null,
  autoAssign: false,
  alarmMinutes: null,
  readReceipts: true,
  closeAfterDays: defaultCloseAfterDays,
  asksSatisfaction: false,
  satisfactionQuestion: "",
  satisfactionPauseDays: defaultPauseDays,
  satisfactionTemplateId: null,
  asksAfterAutoClose: false,
};

/** The stored settings, not yet queried: no row without any. */
export const keptSettings = (tx: Tx, orgId: OrgId) =>
  tx.select().from(inboxSettings).where(eq(inboxSettings.orgId, orgId));

export function asSettings([row]: Awaited<ReturnType<typeof keptSettings>>): InboxSettings {
  if (!row) return unsaid;
  const { orgId: _, updatedAt: __, ...settings } = row;
  return settings;
}

/** How the organisation works in its inbox. */
export const inboxSettingsOf = async (tx: Tx, orgId: OrgId): Promise<InboxSettings> =>
  asSettings(await keptSettings(tx, orgId));

/** The settings of the inbox, and its members with their duty, capacity and number of conversations. */
export async function getInboxSettings(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => ({
    settings: await inboxSettingsOf(tx, ctx.orgId),
    scoreTemplates: await scoreTemplates(tx, ctx.orgId),
    members: (await teamOf(tx, ctx.orgId)).map((member) => ({
      ...member,
      isYou: member.id === userOf(ctx.actor),
    })),
  }));
}

/** A chosen template that can no longer ask stays chosen, and nothing is sent by it. @throws DomainError `template.not_found` */
async function requireScoreTemplate(
  tx: Tx,
  orgId: OrgId,
  before: InboxSettings,
  { satisfactionTemplateId: chosen }: InboxSettings,
): Promise<void> {
  if (chosen === null || chosen === before.satisfactionTemplateId) return;
  const offered = await scoreTemplates(tx, orgId);
  if (!offered.some(({ id }) => id === chosen)) throw notFound("Template");
}

/** Replaces the settings of the inbox. @throws DomainError `template.not_found` */
export async function updateInboxSettings({ ctx, input: settings }: Call<InboxSettings>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await inboxSettingsOf(tx, ctx.orgId);
    if (!isChange(before, settings)) return { changed: false };
    await requireScoreTemplate(tx, ctx.orgId, before, settings);
    const now = ctx.clock.now();
    await tx
      .insert(inboxSettings)
      .values({ orgId: ctx.orgId, ...settings, updatedAt: now })
      .onConflictDoUpdate({ target: inboxSettings.orgId, set: { ...settings, updatedAt: now } });
    await record(tx, ctx, inboxSettingsChanged, {
      subject: null,
      data: { autoAssign: settings.autoAssign },
    });
    if (settings.autoAssign)
      await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
    return { changed: true };
  });
}
