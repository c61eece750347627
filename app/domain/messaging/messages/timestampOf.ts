import { sql } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";

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
