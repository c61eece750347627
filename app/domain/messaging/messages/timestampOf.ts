import { and, desc, type SQL, sql } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { leastIdAt } from "./idRange.ts";

/**
 * SQL: a message's time, on every screen. A campaign's message was written at its start, and may have waited
 * long; its time counts in seconds, as WhatsApp's do, so that a reply within the same second comes after it.
 * Others count in milliseconds, as dates in responses do; PostgreSQL stores microseconds.
 */
export const timestampOf =
  sql`case when ${messages.campaignId} is null then date_trunc('milliseconds', ${messages.createdAt})
  else date_trunc('second', coalesce(${messages.acceptedAt}, ${messages.failedAt}, ${messages.createdAt})) end`.mapWith(
    messages.createdAt,
  );

/** A time in seconds may lie before that of its id. */
const secondMs = 1000;

/** SQL: what has a time of at most `moment` has such an id: later months are not read. */
export const writtenUntil = (moment: Date): SQL =>
  sql`${messages.id} < ${leastIdAt(new Date(moment.getTime() + secondMs + 1))}`;

/**
 * SQL: the ids that the first `limit` messages of `where` by `timestampOf`, newest first, can have: earlier months
 * are not read. Ids have the order of their creation. A campaign's message may be sent long after, as long
 * as its campaign is being sent; a day is left for those that were on their way at its end.
 */
export const idsOfNewest = (orgId: string, where: SQL | undefined, limit: number): SQL => sql`
  ${messages.id} >= coalesce((
    select least(${messages.id}, message_id_at(${messages.createdAt} - interval '1 second'), (
      select min(c.messages_from) from campaigns c where c.org_id = ${orgId} and c.started_at < ${messages.createdAt}
        and (c.completed_at is null or c.completed_at > ${messages.createdAt} - interval '1 day')
    )) from ${messages} where ${and(where)} order by ${desc(messages.id)} offset ${limit - 1} limit 1
  ), '')`;
