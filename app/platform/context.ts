import type { Database } from "#app/db/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Cards } from "#app/platform/gates/cards.ts";
import type { Daraja } from "#app/platform/gates/daraja.ts";
import type { Etims } from "#app/platform/gates/etims.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { Graph } from "#app/providers/meta/graph.server.ts";
import type { OrgId } from "./ids.ts";
import type { Jobs } from "./jobs.ts";

/** What the platform is made of; built once by server.ts (or a test) and passed in. */
export interface Services {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  graph: Graph;
  /** Absent where no payment by M-Pesa can be taken. */
  daraja: Daraja | undefined;
  /** Absent where no card can be taken. */
  cards: Cards | undefined;
  /** Absent where documents are not registered with KRA. */
  etims: Etims | undefined;
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

/** What somebody signs in as: a member of organisations, staff of the platform, a partner. */
export type Usertype = "individual" | "admin" | "partner";

export type StaffRole = "support" | "finance" | "operator" | "owner";

/** Each level takes what the one before it takes, and more: campaigns, all sending, signing in. Billing stays open. */
export type SuspensionLevel = "campaigns" | "sends" | "sign_in";
export interface Suspension {
  level: SuspensionLevel;
  reason: string;
}

export interface SessionContext {
  sessionId: string;
  userId: string;
  email: string;
  usertype: Usertype;
  orgId: OrgId | undefined;
  /** The book of the partner that they sign in for. */
  partnerId: OrgId | undefined;
  memberRole: "owner" | "admin" | "agent" | undefined;
  /** What an administrator may do. */
  staffRole: StaffRole | undefined;
  /** What staff took from the organisation, and why. */
  suspension: Suspension | undefined;
  /** Whether an authenticator app is set up. */
  hasSecondFactor: boolean;
  /** Staff look at the workspace of this owner: who `userId` names is not who asks. */
  support?: SupportView | undefined;
}

/** A workspace that staff opened for a time. */
export interface SupportView {
  visitId: string;
  staffUserId: string;
  staffEmail: string;
  /** May more than look. */
  acting: boolean;
  endsAt: Date;
}

export interface UserContext extends VisitorContext {
  session: SessionContext;
}

export interface MemberContext extends UserContext {
  orgId: OrgId;
}

export type StaffContext = UserContext;

export interface PartnerContext extends UserContext {
  partnerId: OrgId;
}

/** From where somebody acts; null where it is not known. */
interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** Who does something, as it is recorded. `visitor`: somebody who has not proven who they are. */
export type Actor =
  | ({ kind: "member"; userId: string } & Origin)
  /** `onBehalfOf`: the owner in whose workspace they act. */
  | ({ kind: "staff"; userId: string; onBehalfOf?: string } & Origin)
  | ({ kind: "key"; keyId: string } & Origin)
  | ({ kind: "visitor" } & Origin)
  | { kind: "partner"; partnerId: string }
  | { kind: "webhook"; source: "meta" | "payments" | "integrations" }
  | { kind: "job"; name: string };

/** What one of the platform's own jobs does, by its name. */
export const jobActor = (name: string): Actor => ({ kind: "job", name });

/** Told by Meta. */
export const metaActor: Actor = { kind: "webhook", source: "meta" };

export const memberActor = (userId: string, { ipAddress, userAgent }: Origin): Actor => ({
  kind: "member",
  userId,
  ipAddress,
  userAgent,
});

/** Staff of the platform, on the call that they make. */
export const staffActor = ({ session, caller }: StaffContext): Actor => ({
  kind: "staff",
  userId: session.userId,
  ipAddress: caller.ipAddress,
  userAgent: caller.userAgent,
});

/** Told by a payment service. */
export const paymentsActor: Actor = { kind: "webhook", source: "payments" };

/** Told by a connected service. */
export const integrationsActor: Actor = { kind: "webhook", source: "integrations" };

/** The person who acts, where it is one; of staff in a workspace its owner, whose name stands where a member's must. */
export function userOf(actor: Actor): string | null {
  if (actor.kind === "staff") return actor.onBehalfOf ?? actor.userId;
  return actor.kind === "member" ? actor.userId : null;
}

/** The least that a verb of an organisation needs: also built by jobs, which have no caller. */
export interface OrgContext extends Services {
  orgId: OrgId;
  actor: Actor;
  /** The request that is answered; undefined in a job. */
  requestId?: string | undefined;
}

/** The context of a verb that nobody asked for: a job runs it. */
export const systemContext = (services: Services, orgId: string, job: string): OrgContext => ({
  ...services,
  orgId: orgId as OrgId,
  actor: jobActor(job),
});

/** Who makes a member's call: the member, or staff in their workspace. */
const callerOf = ({ session, caller }: UserContext): Actor =>
  session.support
    ? {
        kind: "staff",
        userId: session.support.staffUserId,
        onBehalfOf: session.userId,
        ipAddress: caller.ipAddress,
        userAgent: caller.userAgent,
      }
    : memberActor(session.userId, caller);

/** A member's call as the context of a domain verb. */
export function orgContext(ctx: MemberContext): OrgContext {
  return {
    config: ctx.config,
    db: ctx.db,
    clock: ctx.clock,
    log: ctx.log,
    jobs: ctx.jobs,
    graph: ctx.graph,
    daraja: ctx.daraja,
    cards: ctx.cards,
    etims: ctx.etims,
    orgId: ctx.orgId,
    actor: callerOf(ctx),
    requestId: ctx.caller.requestId,
  };
}
