import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { inboxSettingsChanged } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { isChange } from "#app/platform/changes.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { teamOf } from "./team.server.ts";
import { defaultCloseAfterDays } from "./words.ts";

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
    members: (await teamOf(tx, ctx.orgId)).map((member) => ({
      ...member,
      isYou: member.id === userOf(ctx.actor),
    })),
  }));
}

/** Replaces the settings of the inbox. */
export async function updateInboxSettings({ ctx, input: settings }: Call<InboxSettings>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await inboxSettingsOf(tx, ctx.orgId);
    if (!isChange(before, settings)) return { changed: false };
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
