import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "#app/api/context.ts";
import { activityLogs } from "#app/db/schema/identity.ts";

/** Who sees less of the log: the caller's id where they are an agent, null for owners and admins. */
export const agentOf = ({ session }: MemberContext): string | null =>
  session.memberRole === "agent" ? session.userId : null;

/** An agent sees the work of colleagues, and only their own entries on signing in and accounts. Null sees all. */
export const visibleTo = (agentId: string | null | Placeholder): SQL =>
  sql`(${agentId}::text is null or ${activityLogs.actorUserId} = ${agentId}
    or ${activityLogs.type} not in ('login', 'auth', 'security'))`;
