import type { Config } from "#app/config.server.ts";
import type { Database } from "#app/db/client.server.ts";
import type { Jobs } from "#app/jobs/jobs.server.ts";
import type { Graph } from "#app/providers/meta/graph.server.ts";
import type { Clock } from "#app/shared/clock.ts";
import type { OrgId } from "#app/shared/ids.ts";
import type { Logger } from "#app/shared/logger.server.ts";

/** What the platform is made of; built once by server.ts (or a test) and passed in. */
export interface Services {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  graph: Graph;
}

export interface CallerInfo {
  requestId: string;
  ipAddress: string;
  userAgent: string;
}

/** What a domain verb gets: the services, and who asks from where. */
export interface VisitorContext extends Services {
  caller: CallerInfo;
  /** The session of the cookie, when it is valid. */
  session: SessionContext | undefined;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(value: string): void;
}

export interface SessionContext {
  sessionId: string;
  userId: string;
  email: string;
  usertype: "individual" | "admin";
  orgId: OrgId | undefined;
  memberRole: "owner" | "admin" | "agent" | undefined;
  /** Whether an authenticator app is set up. */
  hasSecondFactor: boolean;
}

export interface UserContext extends VisitorContext {
  session: SessionContext;
}

export interface MemberContext extends UserContext {
  orgId: OrgId;
}

export type StaffContext = UserContext;

/** A call with an API key: the organisation itself asks. */
export interface KeyContext extends VisitorContext {
  orgId: OrgId;
}

/** The least that a verb of an organisation needs: also built by jobs, which have no caller. */
export interface OrgContext extends Services {
  orgId: OrgId;
  actor: { userId: string | null; ipAddress: string | null; userAgent: string | null };
}

/** A member's call as the context of a domain verb. */
export function orgContext(ctx: MemberContext): OrgContext {
  return {
    config: ctx.config,
    db: ctx.db,
    clock: ctx.clock,
    log: ctx.log,
    jobs: ctx.jobs,
    graph: ctx.graph,
    orgId: ctx.orgId,
    actor: { userId: ctx.session.userId, ipAddress: ctx.caller.ipAddress, userAgent: ctx.caller.userAgent },
  };
}
