import type { z } from "zod";
import type { KeyContext, MemberContext, StaffContext, UserContext, VisitorContext } from "./context.ts";

/**
 * Who may call:
 * `anyone`; `user`, signed in; `member`, signed in for an organisation; `manager`, its owner or admin; `staff`, platform administrator;
 * `key`, an organisation's system with its API key, and no session.
 */
export interface ContextOf {
  anyone: VisitorContext;
  user: UserContext;
  member: MemberContext;
  manager: MemberContext;
  staff: StaffContext;
  key: KeyContext;
}
export type Who = keyof ContextOf;

/** At most `max` calls in `windowSeconds`, counted for each address, or for each user where there is one. */
export interface RateLimit {
  max: number;
  windowSeconds: number;
}

/** One call of the contract: who may, what is valid, what is done. The key in the contract is `METHOD /path/:param`. */
export interface Endpoint<W extends Who, I extends z.ZodType, O> {
  who: W;
  /** Path parameters, query and JSON body together. */
  input: I;
  limit?: RateLimit;
  /** Name → the JSON answer; a `Response` is passed on as it is (files, event streams). */
  run(call: { ctx: ContextOf[W]; input: z.output<I>; request: Request }): Promise<O>;
}

export const endpoint = <W extends Who, I extends z.ZodType, O>(definition: Endpoint<W, I, O>) => definition;
