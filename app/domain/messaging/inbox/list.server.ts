import { and, asc, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations, lastWrote } from "#app/db/schema/messaging/conversations.ts";
import { findContactIds } from "#app/db/search.server.ts";
import { isAnyOf, one } from "#app/db/together.server.ts";
import { namesOfUsers } from "#app/domain/accounts/names.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { lastActiveAt, presenceOf } from "#app/domain/messaging/conversations/presence.ts";
import { deadlineOf } from "#app/domain/messaging/inboxSettings/clocks.ts";
import type { InboxSettings } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf } from "#app/platform/pageOf.ts";
import { m } from "#messages";
import { changeMark } from "./changes.server.ts";
import { type ConversationFilters, conditionsOf, countLists, maxListed } from "./filters.server.ts";
import { inboxFrame } from "./frame.server.ts";
import { excerptsOf, findConversations } from "./search.server.ts";

export const conversationsPerPage = 30;

type Input = ConversationFilters & { q: string; page: number; mark: "on" | "off" };

/**
 * A page of the organisation's conversations: waiting ones by the longest wait, snoozed ones by their return, others by what
 * the customer wrote last; `page` counts from 1. `change` is its mark, or empty. With `q` those that match, each with the matching line. @throws DomainError `search.too_slow`
 */
export async function listConversations(ctx: OrgContext, input: Input) {
  const { team, ...list } = await ctx.db.withOrg(ctx.orgId, (tx) => readList(tx, ctx, input));
  const owners = list.conversations.map(({ assignedTo }) => assignedTo);
  const names = await namesOfUsers(ctx, owners, team);
  const ownerOf = (userId: string) => ({
    id: userId,
    firstName: names.get(userId)?.firstName || m.chat_a_colleague(),
    name: names.get(userId)?.name || m.chat_a_colleague(),
    isYou: userId === userOf(ctx.actor),
  });
  return {
    ...list,
    conversations: list.conversations.map(({ assignedTo, ...row }) => ({
      ...row,
      owner: assignedTo === null ? null : ownerOf(assignedTo),
    })),
  };
}

async function readList(tx: Tx, ctx: OrgContext, input: Input) {
  const { settings, team, teams } = await inboxFrame(tx, ctx);
  const found = input.q === "" ? undefined : await findByText(tx, ctx.orgId, input.q);
  const matches = conditionsOf(ctx, settings, input);
  const { listed, unread, teams: inTeams, ...counts } = await countLists(tx, ctx, settings, matches);
  const ids = found && (await matchingAmong(tx, matches, [...found.messageIds.keys()]));
  const total = ids ? ids.length : listed;
  const { page, pages, offset } = pageOf(Math.min(total, maxListed), input.page, conversationsPerPage);
  // A search reads only the page: to sort all matches, PostgreSQL would walk every conversation.
  const shownIds = ids?.slice(offset, offset + conversationsPerPage);
  const rows = await readRows(tx, {
    matches: shownIds ? [eq(conversations.orgId, ctx.orgId), isAnyOf(conversations.id, shownIds)] : matches,
    order: orderOf(input),
    offset: shownIds ? 0 : offset,
  });
  const hitOf = (id: string) => found?.messageIds.get(id) ?? null;
  const excerpts = await excerptsOf(tx, ctx.orgId, {
    messageIds: rows.flatMap(({ id }) => hitOf(id) ?? []),
    text: input.q,
  });
  return {
    conversations: rows.map((row) => ({
      ...rowOf(ctx, settings, row),
      /** The matching line, if a message contains it. */
      excerpt: excerpts.get(hitOf(row.id) ?? "") ?? null,
    })),
    team,
    teams: teams.map((one) => ({ ...one, waiting: inTeams?.[one.id] ?? 0 })),
    page,
    pages,
    total: Math.min(total, maxListed),
    /** There may be more than `total`: a search ended at its limit, or a list at its. */
    more: (found?.more ?? false) || total > maxListed,
    unread,
    counts,
    now: ctx.clock.now(),
    change: input.mark === "on" ? (await one(tx, { of: changeMark(tx, ctx, undefined) })).of.mark : "",
  };
}

type Conditions = ReturnType<typeof conditionsOf>;

/** The found conversations that are in the list, in search order. */
async function matchingAmong(tx: Tx, matches: Conditions, foundIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(...matches, isAnyOf(conversations.id, foundIds)));
  const known = new Set(rows.map(({ id }) => id));
  return foundIds.filter((id) => known.has(id));
}

const { id, waitingSince, snoozedUntil, lastMessageAt } = conversations;
const orders = {
  waiting: [asc(waitingSince), asc(id)],
  snoozed: [asc(snoozedUntil), asc(id)],
  newest: [desc(lastWrote(conversations)), desc(id)],
};

function orderOf({ queue, state, late }: Input): keyof typeof orders {
  if (queue === "waiting" || state === "waiting" || late === true) return "waiting";
  return queue === "snoozed" || state === "snoozed" ? "snoozed" : "newest";
}

function readRows(
  tx: Tx,
  { matches, order, offset }: { matches: Conditions; order: keyof typeof orders; offset: number },
) {
  return tx
    .select({
      id,
      contactName: contacts.name,
      phone: contacts.phone,
      username: contacts.username,
      lastSeenAt: contacts.lastSeenAt,
      adAt: conversations.adAt,
      timestamp: lastMessageAt,
      unread: conversations.unread,
      windowEndsAt: conversations.windowEndsAt,
      state: conversations.state,
      assignedTo: conversations.assignedTo,
      waitingSince,
      snoozedUntil,
      awaitsFirstReply: conversations.awaitsFirstReply,
      labels: conversations.labels,
      lastMessage: conversations.lastMessage,
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(...matches))
    .orderBy(...orders[order])
    .limit(conversationsPerPage)
    .offset(offset);
}

function rowOf(ctx: OrgContext, settings: InboxSettings, row: Awaited<ReturnType<typeof readRows>>[number]) {
  const { contactName, windowEndsAt, lastSeenAt, awaitsFirstReply, ...shown } = row;
  const now = ctx.clock.now();
  return {
    ...shown,
    name: nameOf(contactName, row.phone, row.username),
    status: presenceOf(windowEndsAt, now),
    lastActiveAt: lastActiveAt(windowEndsAt, lastSeenAt),
    ...deadlineOf(settings, row, now),
  };
}

const findByText = async (tx: Tx, orgId: OrgId, text: string) =>
  findConversations(tx, orgId, { text, people: await findContactIds(tx, orgId, text) });
