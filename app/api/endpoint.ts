import type { z } from "zod";
import type {
  MemberContext,
  OrgContext,
  PartnerContext,
  StaffContext,
  StaffRole,
  UserContext,
  VisitorContext,
} from "#app/platform/context.ts";

/**
 * The callers allowed: `anyone`; `user`, signed in; `member`, signed in for an organisation; `manager`, its owner or
 * admin; `staff`, platform administrator; `partner`, with a revenue share. Calls with an API key and no
 * session are in app/api/v1.
 */
export interface ContextOf {
  anyone: VisitorContext;
  user: UserContext;
  member: MemberContext;
  manager: MemberContext;
  staff: StaffContext;
  partner: PartnerContext;
}
export type Who = keyof ContextOf;
/** The context of domain verbs, when the call is made for an organisation. */
type OrgOf<W extends Who> = W extends "member" | "manager" ? OrgContext : undefined;

/** What administrators may do, each with its roles: the fewest that need it for their work. */
export const rolesWith = {
  /** View figures, organisations, accounts, templates and health. */
  look: ["support", "finance", "operator", "owner"],
  /** View money. */
  money: ["finance", "owner"],
  /** Help with a WhatsApp account: its calls, a test, notes. */
  assist: ["support", "operator", "owner"],
  /** Open an organisation's workspace, read only at first. */
  visit: ["support", "operator", "owner"],
  /** Suspend and reinstate organisations and accounts. */
  suspend: ["operator", "owner"],
  /** Change an organisation's limits beyond its plan. */
  plans: ["finance", "owner"],
  /** Export all rows as a file. */
  export: ["finance", "operator", "owner"],
  /** Retry and cancel jobs. */
  system: ["operator", "owner"],
  /** Approve and return templates. */
  review: ["support", "operator", "owner"],
  /** Change how the platform works, and what administrators may do. */
  govern: ["owner"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Capability = keyof typeof rolesWith;

/** At most `max` calls in `windowSeconds`, counted per address, or per user when signed in. */
export interface RateLimit {
  max: number;
  windowSeconds: number;
}

/**
 * One call of the contract: access, validation and work. The key in the contract is `METHOD /path/:param`.
 */
export interface Endpoint<W extends Who, I extends z.ZodType, O> {
  who: W;
  /** Path parameters and fields: those of the query for a GET, else those of the JSON body. */
  input: I;
  /** The permission an administrator needs for this call; every staff call names one. */
  needs?: W extends "staff" ? Capability : never;
  /** The body is a file, so the fields are in the query. */
  takesFile?: true;
  limit?: RateLimit;
  /**
   * A GET that also writes, such as a logged export. Other GETs share the read transactions of their page.
   */
  writes?: true;
  /** A POST that only reads, since its input is too long for an address. It shares them, too. */
  reads?: true;
  /** Name → the JSON response; a `Response` is returned unchanged (files, event streams). */
  run(call: { ctx: ContextOf[W]; org: OrgOf<W>; input: z.output<I>; request: Request }): Promise<O>;
}

export const endpoint = <W extends Who, I extends z.ZodType, O>(
  definition: Endpoint<W, I, O> & (W extends "staff" ? { needs: Capability } : unknown),
): Endpoint<W, I, O> => definition;
