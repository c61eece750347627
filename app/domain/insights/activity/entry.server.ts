import { events } from "#app/db/schema/record/events.ts";
import { namesOfUsers } from "#app/domain/accounts/names.server.ts";
import { wordsOf } from "#app/domain/insights/events/words.ts";
import type { ActivityType } from "#app/domain/record/eventType.ts";
import type { Services } from "#app/platform/context.ts";
import { actorWords } from "./actor.ts";

/** What an entry of the activity log is made of. */
export const entryColumns = {
  id: events.id,
  type: events.type,
  status: events.status,
  name: events.name,
  subjectId: events.subjectId,
  actorKind: events.actorKind,
  actorId: events.actorId,
  onBehalfOf: events.onBehalfOf,
  data: events.data,
  changes: events.changes,
  ipAddress: events.ipAddress,
  userAgent: events.userAgent,
  timestamp: events.at,
};
export type EntryRow = Pick<typeof events.$inferSelect, Exclude<keyof typeof entryColumns, "timestamp">> & {
  timestamp: Date;
};

/** The entry as text, without the actor. */
export function entryOf(row: EntryRow) {
  const { id, status, ipAddress, userAgent, timestamp } = row;
  const { title, details } = wordsOf(row);
  const type = row.type as ActivityType;
  return { id, type, status, action: title, details, ipAddress, userAgent, timestamp };
}

/** Each with the actor's name. */
export async function withActors(ctx: Pick<Services, "db">, rows: readonly EntryRow[]) {
  const names = await namesOfUsers(
    ctx,
    rows.flatMap((row) =>
      row.actorKind === "member" || row.onBehalfOf ? [row.actorId, row.onBehalfOf] : [null],
    ),
  );
  return rows.map((row) => ({
    ...entryOf(row),
    actor: actorWords(
      row.actorKind,
      names.get(row.actorId ?? "")?.name,
      row.onBehalfOf === null ? undefined : (names.get(row.onBehalfOf)?.name ?? ""),
    ),
  }));
}
