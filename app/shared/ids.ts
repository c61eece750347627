import { randomBytes } from "node:crypto";

declare const orgIdBrand: unique symbol;
/** An organisation id that the session, an API key or stored data has proven. Only those make one. */
export type OrgId = string & { readonly [orgIdBrand]: true };

/** Prefixes of stored ids. The prefix makes an id readable in a log and impossible to mix up. */
export type IdPrefix =
  | "usr"
  | "org"
  | "mem"
  | "ses"
  | "otp"
  | "key"
  | "wac"
  | "pno"
  | "tpl"
  | "con"
  | "imp"
  | "cmp"
  | "msg"
  | "cnv"
  | "evt"
  | "log"
  | "jrn"
  | "acc"
  | "hld"
  | "ntf"
  | "inv"
  | "mal"
  | "lse"
  | "opt";

/**
 * A new id: prefix, 12 hex digits of Unix milliseconds, 20 random hex digits, so ids sort by creation time.
 * The SQL function `new_id(prefix)` makes the same form.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  return `${prefix}_${nowMs.toString(16).padStart(12, "0")}${randomBytes(10).toString("hex")}`;
}
