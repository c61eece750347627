import type { z } from "zod";
import type {
  MemberContext,
  OrgContext,
  PartnerContext,
  StaffContext,
  UserContext,
  VisitorContext,
} from "#app/platform/context.ts";
import type { Act, CallerOf, WorkspaceAct } from "#app/platform/roles/acts.server.ts";
import type { browserOf } from "./browserTokens.ts";

/** What a call gets, by whose call it is. An organisation's systems, with an API key and no session, call app/api/v1. */
interface ContextOf {
  anyone: VisitorContext;
  user: UserContext;
  member: MemberContext;
  staff: StaffContext;
  partner: PartnerContext;
}
/** The context of domain verbs, where the call is made for an organisation. */
type OrgOf<A extends Act> = A extends WorkspaceAct ? OrgContext : undefined;

/** At most `max` calls in `windowSeconds`, counted per address, or per user when signed in. */
export interface RateLimit {
  max: number;
  windowSeconds: number;
}

/** One call of the contract: what act it is, what is valid, what is done. The key in the contract is `METHOD /path/:param`. */
export interface Endpoint<A extends Act, I extends z.ZodType, O> {
  /** Decides whose call it is and which roles may make it. */
  act: A;
  /** Path parameters and fields: those of the query for a GET, else those of the JSON body. */
  input: I;
  /** The body is a file, so the fields are in the query. */
  takesFile?: true;
  limit?: RateLimit;
  /**
   * A GET that also writes, such as a logged export. Other GETs share the read transactions of their page.
   */
  writes?: true;
  /** A POST that only reads, since its input is too long for an address. It shares them, too. */
  reads?: true;
  /** A new object: a form with the same fields, sent again within ten minutes, returns the one of the first time. */
  creates?: true;
  /** Name → the JSON answer; a `Response` is passed on as it is (files, event streams). */
  run(call: {
    ctx: ContextOf[CallerOf<A>];
    org: OrgOf<A>;
    input: z.output<I>;
    request: Request;
    browser: ReturnType<typeof browserOf>;
    /** The same for a form that is sent again: for verbs that create one object per key. */
    onceKey: string;
  }): Promise<O>;
}

export const endpoint = <A extends Act, I extends z.ZodType, O>(
  definition: Endpoint<A, I, O>,
): Endpoint<A, I, O> => definition;

type Options = Partial<Pick<Endpoint<Act, z.ZodType, unknown>, "limit" | "writes" | "reads" | "creates">>;
type Run<I extends z.ZodType, O> = (call: { ctx: OrgContext; input: z.output<I> }) => Promise<O>;

/** A call that is a verb of the domain, for an organisation. */
export const verb = <A extends WorkspaceAct, I extends z.ZodType, O>(
  act: A,
  input: I,
  run: Run<I, O>,
  options?: Options,
) => endpoint({ act, input, run: ({ org, input }) => run({ ctx: org, input }), ...options });

/** A call that reads data of an organisation. */
export const query = <A extends WorkspaceAct, I extends z.ZodType, O>(
  act: A,
  input: I,
  run: (org: OrgContext, input: z.output<I>) => Promise<O>,
  options?: Options,
) => endpoint({ act, input, run: ({ org, input }) => run(org, input), ...options });
