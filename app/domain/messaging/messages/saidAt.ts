import { sql } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";

/**
 * SQL: when a message was said, on every screen. What a campaign sends was written down when it started, and may have
 * waited long; its time counts in seconds, as WhatsApp's do, so that an answer within the same second comes after it.
 * Others count in milliseconds, as dates in answers do; PostgreSQL keeps microseconds.
 */
export const saidAt =
  sql`case when ${messages.campaignId} is null then date_trunc('milliseconds', ${messages.createdAt})
  else date_trunc('second', coalesce(${messages.acceptedAt}, ${messages.failedAt}, ${messages.createdAt})) end`.mapWith(
    messages.createdAt,
  );
