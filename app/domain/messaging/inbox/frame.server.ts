import { asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { together } from "#app/db/together.server.ts";
import { asSettings, keptSettings } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { asTeam, membersByName } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { teamNames } from "#app/domain/messaging/teams/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { cannedTitles } from "./cannedReplies/queries.server.ts";

/** How many of the newest conversations and contacts the vocabulary is read from, and how many words it has at most. */
const newest = 2000;
const mostLabels = 200;

/** Labels of conversations and tags of contacts as one vocabulary, most used first. */
const usedLabels = (tx: Tx, orgId: OrgId) =>
  tx
    .select({ label: sql<string>`label` })
    .from(
      sql`((select unnest(labels) as label from (select labels from conversations where org_id = ${orgId}
          order by last_message_at desc limit ${newest}) as talks)
        union all
        (select unnest(tags) from (select tags from contacts where org_id = ${orgId}
          order by created_at desc, id desc limit ${newest}) as people)) as used`,
    )
    .groupBy(sql`label`)
    .orderBy(sql`count(*) desc`, sql`label`)
    .limit(mostLabels);

/** The organisation's data on every inbox screen, in one statement. */
export async function inboxFrame(tx: Tx, ctx: OrgContext) {
  const { orgId } = ctx;
  const { settings, team, labels, canned, ...rest } = await together(tx, {
    settings: keptSettings(tx, orgId),
    team: membersByName(tx, orgId),
    numbers: tx
      .select({ id: phoneNumbers.phoneNumberId, name: phoneNumbers.displayPhoneNumber })
      .from(phoneNumbers)
      .where(eq(phoneNumbers.orgId, orgId))
      .orderBy(asc(phoneNumbers.displayPhoneNumber)),
    labels: usedLabels(tx, orgId),
    teams: teamNames(tx, orgId),
    canned: cannedTitles(tx, ctx),
  });
  return {
    ...rest,
    settings: asSettings(settings),
    team: asTeam(team),
    labels: labels.map(({ label }) => label),
    canned: canned.flatMap(({ id, title, actions }) => (actions === null ? { id, title } : [])),
    macros: canned.flatMap(({ actions, ...macro }) => (actions === null ? [] : { ...macro, ...actions })),
  };
}

/** What the list is filtered by: labels, numbers, teams, members. */
export const listChoices = async (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { labels, numbers, team, teams } = await inboxFrame(tx, ctx);
    return { labels, numbers, teams, team: team.map(({ id, name }) => ({ id, name })) };
  });
