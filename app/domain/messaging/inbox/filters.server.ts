import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type ConversationState, conversations } from "#app/db/schema/messaging/conversations.ts";
import { countedConversations, type Queue } from "#app/domain/messaging/conversations/words.ts";
import { lateSince } from "#app/domain/messaging/inboxSettings/clocks.ts";
import type { InboxSettings } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";

export interface ConversationFilters {
  /** Undefined: every conversation. */
  queue?: Queue | undefined;
  state?: ConversationState | undefined;
  /** On the conversation. */
  label?: string | undefined;
  /** On its contact. */
  tag?: string | undefined;
  unread?: boolean | undefined;
  late?: boolean | undefined;
  /** The customer came from an ad or post. */
  ad?: boolean | undefined;
  /** The number that was written to. */
  number?: string | undefined;
  /** The assigned member. */
  member?: string | undefined;
  /** The team whose queue it is in. */
  team?: string | undefined;
}

const {
  adAt,
  state,
  assignedTo,
  teamId,
  waitingSince,
  awaitsFirstReply,
  labels,
  unread,
  orgId,
  contactId,
  phoneNumberId,
} = conversations;

/** The condition of a queue. */
function inQueue(ctx: OrgContext, queue: Queue): SQL | undefined {
  if (queue === "closed" || queue === "snoozed") return eq(state, queue);
  if (queue === "waiting") return isNotNull(waitingSince);
  const live = and(ne(state, "closed"), ne(state, "snoozed"));
  if (queue === "mine") return and(live, eq(assignedTo, userOf(ctx.actor) ?? ""));
  return queue === "unassigned" ? and(live, isNull(assignedTo)) : live;
}

/** Conversations whose customer waits longer than promised. */
export function isLate(settings: InboxSettings, now: Date): SQL {
  const { first, next } = lateSince(settings, now);
  const before = (since: Date | null, isFirst: boolean) =>
    since === null
      ? sql`false`
      : sql`(${awaitsFirstReply} = ${isFirst} and ${waitingSince} <= ${since.toISOString()}::timestamptz)`;
  return and(isNotNull(waitingSince), or(before(first, true), before(next, false)))!;
}

/** The conditions of the list, apart from the search. */
export function conditionsOf(
  ctx: OrgContext,
  settings: InboxSettings,
  filters: ConversationFilters,
): (SQL | undefined)[] {
  return [
    eq(orgId, ctx.orgId),
    filters.queue && inQueue(ctx, filters.queue),
    filters.state === "waiting" ? isNotNull(waitingSince) : filters.state && eq(state, filters.state),
    filters.label ? sql`${labels} @> array[${filters.label}]::text[]` : undefined,
    filters.tag
      ? sql`exists (select 1 from ${contacts} where ${contacts.orgId} = ${orgId} and ${contacts.id} = ${contactId}
          and ${contacts.tags} @> array[${filters.tag}]::text[])`
      : undefined,
    filters.number ? eq(phoneNumberId, filters.number) : undefined,
    filters.member ? eq(assignedTo, filters.member) : undefined,
    filters.team ? eq(teamId, filters.team) : undefined,
    filters.unread ? sql`${unread} > 0` : undefined,
    filters.ad ? isNotNull(adAt) : undefined,
    filters.late ? isLate(settings, ctx.clock.now()) : undefined,
  ];
}

/** The limit for counting and paging a list; beyond it, members filter. */
export const maxListed = 3000;

/**
 * How many conversations are in each queue, how many customers wait in those of teams, and how many too long: each counted to
 * 100 at most. With them, how many are `listed` by the conditions, to one more than a list pages through, and the unread messages of all.
 */
export async function countLists(
  tx: Tx,
  ctx: OrgContext,
  settings: InboxSettings,
  matches: readonly (SQL | undefined)[],
) {
  const counted = (condition: SQL | undefined, most: number) =>
    sql`(select count(*) from (select 1 from ${conversations} where ${condition} limit ${most + 1}) as counted)`;
  const upTo = (condition: SQL | undefined) =>
    counted(and(eq(orgId, ctx.orgId), condition), countedConversations);
  const inTeam = and(eq(orgId, ctx.orgId), sql`${teamId} = teams.id`, isNotNull(waitingSince));
  const { rows } = await tx.execute<
    Record<Queue | "late" | "listed" | "unread", number> & { teams: Record<string, number> | null }
  >(sql`
    select ${counted(and(...matches), maxListed)} as listed,
      (select coalesce(sum(unread), 0) from ${conversations} where ${and(eq(orgId, ctx.orgId), sql`${unread} > 0`)}) as unread,
      ${upTo(inQueue(ctx, "waiting"))} as waiting, ${upTo(inQueue(ctx, "mine"))} as mine, ${upTo(inQueue(ctx, "unassigned"))} as unassigned,
      ${upTo(inQueue(ctx, "all"))} as "all", ${upTo(inQueue(ctx, "snoozed"))} as snoozed, ${upTo(inQueue(ctx, "closed"))} as closed,
      (select json_object_agg(teams.id, ${counted(inTeam, countedConversations)}) from teams where teams.org_id = ${ctx.orgId}) as teams,
      ${upTo(isLate(settings, ctx.clock.now()))} as late`);
  return rows[0]!;
}
