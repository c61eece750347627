import type { Database } from "#app/db/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Cards } from "#app/platform/gates/cards.ts";
import type { Daraja, DarajaHost } from "#app/platform/gates/daraja.ts";
import type { Etims } from "#app/platform/gates/etims.ts";
import type { SmsHost } from "#app/platform/gates/sms.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { Graph } from "#app/providers/meta/graph.server.ts";
import type { OrgId } from "./ids.ts";
import type { Jobs } from "./jobs.ts";

/** The platform's services; built once by server.ts (or a test) and passed in. */
export interface Services {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  graph: Graph;
  /** M-Pesa, with the keys of any merchant. */
  mpesa: DarajaHost;
  /** M-Pesa at the platform's paybill; undefined when the platform takes no such payments. */
  daraja: Daraja | undefined;
  /** Undefined when cards are not accepted. */
  cards: Cards | undefined;
  /** Undefined when documents are not registered with KRA. */
  etims: Etims | undefined;
  /** SMS, with the keys of any account. */
  sms: SmsHost;
}

export interface CallerInfo {
  requestId: string;
  ipAddress: string;
  userAgent: string;
}

/** The context of a domain verb: the services, and the caller. */
export interface VisitorContext extends Services {
  caller: CallerInfo;
  /** The valid session of the browser. */
  session: SessionContext | undefined;
}

/** The kinds of accounts: a member of organisations, staff of the platform, a partner. */
export type Usertype = "individual" | "admin" | "partner";

export type StaffRole = "support" | "finance" | "operator" | "owner";

/**
 * Each level suspends what the one before does, and more: campaigns, all sending, signing in. Billing stays
 * open.
 */
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
  /** Staff's suspension of the organisation, and the reason. */
  suspension: Suspension | undefined;
  /** Whether an authenticator app is set up. */
  hasSecondFactor: boolean;
  /** Staff view the workspace of this owner: `userId` is not the caller. */
  support?: SupportView | undefined;
}

/** A workspace opened by staff for a time. */
export interface SupportView {
  visitId: string;
  staffUserId: string;
  staffEmail: string;
  /** Write access. */
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

/** Where an action comes from; null when unknown. */
interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** The recorded actor. `visitor`: not authenticated. */
export type Actor =
  | ({ kind: "member"; userId: string } & Origin)
  /** `onBehalfOf`: the owner in whose workspace they act. */
  | ({ kind: "staff"; userId: string; onBehalfOf?: string } & Origin)
  | ({ kind: "key"; keyId: string } & Origin)
  | ({ kind: "visitor" } & Origin)
  | { kind: "partner"; partnerId: string }
  | { kind: "webhook"; source: "meta" | "payments" | "integrations" }
  | { kind: "job"; name: string };

/** One of the platform's own jobs, by its name. */
export const jobActor = (name: string): Actor => ({ kind: "job", name });

/** Reported by Meta. */
export const metaActor: Actor = { kind: "webhook", source: "meta" };

export const memberActor = (userId: string, { ipAddress, userAgent }: Origin): Actor => ({
  kind: "member",
  userId,
  ipAddress,
  userAgent,
});

/** Staff of the platform, on their own call. */
export const staffActor = ({ session, caller }: StaffContext): Actor => ({
  kind: "staff",
  userId: session.userId,
  ipAddress: caller.ipAddress,
  userAgent: caller.userAgent,
});

/** Reported by a payment service. */
export const paymentsActor: Actor = { kind: "webhook", source: "payments" };

/** Reported by a connected service. */
export const integrationsActor: Actor = { kind: "webhook", source: "integrations" };

/** The acting person, if any; for staff in a workspace its owner, where a member is required. */
export function userOf(actor: Actor): string | null {
  if (actor.kind === "staff") return actor.onBehalfOf ?? actor.userId;
  return actor.kind === "member" ? actor.userId : null;
}

/** The minimum that a verb of an organisation needs: also built by jobs, which have no caller. */
export interface OrgContext extends Services {
  orgId: OrgId;
  actor: Actor;
  /** The current request; undefined in a job. */
  requestId?: string | undefined;
}

/** What a verb gets: who asks, and what for. */
export interface Call<Input, Ctx = OrgContext> {
  ctx: Ctx;
  input: Input;
}

/** The context of a verb that a job runs. */
export const systemContext = (services: Services, orgId: string, job: string): OrgContext => ({
  ...services,
  orgId: orgId as OrgId,
  actor: jobActor(job),
});

/** The caller of a member's call: the member, or staff in their workspace. */
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
  const { session: _, caller, ...services } = ctx;
  return { ...services, actor: callerOf(ctx), requestId: caller.requestId };
}
