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
  | "ivt"
  | "mal"
  | "lse"
  | "opt"
  | "pic";

let count = 0;

/**
 * A new id: prefix, 12 hex digits of Unix milliseconds, 4 of a running number, 16 random ones, so ids of a
 * process sort in the order of their making. The SQL function `new_id(prefix)` makes the same form.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  count = (count + 1) & 0xffff;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return `${prefix}_${hex(nowMs, 12)}${hex(count, 4)}${randomBytes(8).toString("hex")}`;
}
