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
 * Who may call:
 * `anyone`; `user`, signed in; `member`, signed in for an organisation; `manager`, its owner or admin; `staff`, platform administrator; `partner`, who gets a share.
 * An organisation's systems, with an API key and no session, call app/api/v1.
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
/** The context of domain verbs, where the call is made for an organisation. */
type OrgOf<W extends Who> = W extends "member" | "manager" ? OrgContext : undefined;

/** What administrators may be allowed, each by its roles: the fewest that need it for their work. */
export const rolesWith = {
  /** Look at figures, organisations, accounts, templates and health. */
  look: ["support", "finance", "operator", "owner"],
  /** Look at money. */
  money: ["finance", "owner"],
  /** Help with a WhatsApp account: its calls, a test, notes. */
  assist: ["support", "operator", "owner"],
  /** Open an organisation's workspace, read only at first. */
  visit: ["support", "operator", "owner"],
  /** Suspend and reinstate organisations and accounts. */
  suspend: ["operator", "owner"],
  /** Change what an organisation has beyond its plan. */
  plans: ["finance", "owner"],
  /** Take all rows along as a file. */
  export: ["finance", "operator", "owner"],
  /** Retry and cancel jobs. */
  system: ["operator", "owner"],
  /** Approve and return templates. */
  review: ["support", "operator", "owner"],
  /** Change how the platform works, and what administrators may do. */
  govern: ["owner"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Capability = keyof typeof rolesWith;

/** At most `max` calls in `windowSeconds`, counted for each address, or for each user where there is one. */
export interface RateLimit {
  max: number;
  windowSeconds: number;
}

/** One call of the contract: who may, what is valid, what is done. The key in the contract is `METHOD /path/:param`. */
export interface Endpoint<W extends Who, I extends z.ZodType, O> {
  who: W;
  /** Path parameters and fields: those of the query for a GET, else those of the JSON body. */
  input: I;
  /** What an administrator must be allowed to make this call; every call of staff names one. */
  needs?: W extends "staff" ? Capability : never;
  /** The body is a file, so the fields are in the query. */
  takesFile?: true;
  limit?: RateLimit;
  /** A GET that also writes, such as an export that is noted. Other GETs share the reading transactions of their page. */
  writes?: true;
  /** A POST that only reads, since its input is too long for an address. It shares them, too. */
  reads?: true;
  /** Name → the JSON answer; a `Response` is passed on as it is (files, event streams). */
  run(call: { ctx: ContextOf[W]; org: OrgOf<W>; input: z.output<I>; request: Request }): Promise<O>;
}

export const endpoint = <W extends Who, I extends z.ZodType, O>(
  definition: Endpoint<W, I, O> & (W extends "staff" ? { needs: Capability } : unknown),
): Endpoint<W, I, O> => definition;
