import { and, desc, eq, gte, inArray, lte, type SQL } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/record/events.ts";
import {
  conversationSnoozed,
  conversationUnsnoozed,
  satisfactionAnswered,
} from "#app/domain/messaging/events.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** The types that a thread shows between its messages. */
const shown = [conversationSnoozed.name, conversationUnsnoozed.name, satisfactionAnswered.name];
const mostShown = 100;

/** The events of a conversation between two moments that its thread shows, newest first, not yet queried. */
export function eventsIn(
  tx: Tx,
  { orgId, id }: { orgId: OrgId; id: string },
  { from, to }: { from: Date | null; to: Date | null },
) {
  const bounds: SQL[] = [];
  if (from) bounds.push(gte(events.at, from));
  if (to) bounds.push(lte(events.at, to));
  return tx
    .select({
      id: events.id,
      name: events.name,
      data: events.data,
      actorKind: events.actorKind,
      actorId: events.actorId,
      timestamp: events.at,
    })
    .from(events)
    .where(and(eq(events.orgId, orgId), eq(events.subjectId, id), inArray(events.name, shown), ...bounds))
    .orderBy(desc(events.at), desc(events.id))
    .limit(mostShown);
}

type Row = Awaited<ReturnType<typeof eventsIn>>[number];

/** An event as a line of the thread, with its facts; one of another version of its type has no line. */
function lineOf({ name, data, actorKind, actorId, ...row }: Row) {
  const snoozed =
    name === conversationSnoozed.name ? conversationSnoozed.data.safeParse(data).data : undefined;
  const ended =
    name === conversationUnsnoozed.name ? conversationUnsnoozed.data.safeParse(data).data : undefined;
  const answered =
    name === satisfactionAnswered.name ? satisfactionAnswered.data.safeParse(data).data : undefined;
  if (!snoozed && !ended && !answered) return [];
  const authorUserId = actorKind === "member" || actorKind === "staff" ? actorId : null;
  return [
    {
      ...{ ...row, authorUserId },
      /** Until when it was snoozed; null: the snooze ended. */
      until: snoozed?.until ?? null,
      /** Why the snooze ended. */
      reason: ended?.reason ?? null,
      /** How satisfied the customer is. */
      score: answered?.score ?? null,
    },
  ];
}

/** Lines oldest first. */
export const linesOf = (rows: readonly Row[]) => rows.flatMap(lineOf).reverse();
