import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { events } from "#app/db/schema/record/events.ts";
import type { MemberContext } from "#app/platform/context.ts";
import { may } from "#app/platform/roles/acts.server.ts";

/**
 * The agent with a restricted view of the log: the caller's id if they are an agent, null for owners and
 * admins.
 */
export const agentOf = ({ session }: MemberContext): string | null =>
  may(session, "activity.viewAccounts") ? null : session.userId;

/** An agent sees the work of colleagues, and only their own entries on signing in and accounts. Null sees all. */
export const visibleTo = (agentId: string | null | Placeholder, entries = events): SQL =>
  sql`(${agentId}::text is null or ${entries.actorId} = ${agentId} or ${entries.subjectId} = ${agentId}
    or ${entries.type} not in ('login', 'auth', 'security'))`;
