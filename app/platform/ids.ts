import { randomBytes } from "node:crypto";

declare const orgIdBrand: unique symbol;
/** An organisation id proven by the session, an API key or stored data. Only those create one. */
export type OrgId = string & { readonly [orgIdBrand]: true };

/** Prefixes of stored ids. The prefix makes an id readable in a log and impossible to mix up. */
export type IdPrefix =
  | "usr"
  | "org"
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
  | "hld"
  | "ntf"
  | "inv"
  | "ivt"
  | "mal"
  | "lse"
  | "pic"
  | "bot"
  | "bsr"
  | "bsf"
  | "ben"
  | "bqu"
  | "bev"
  | "btn"
  | "flw"
  | "fse"
  | "fte"
  | "sus"
  | "ovr"
  | "fsw"
  | "nte"
  | "alt"
  | "whk"
  | "dlv"
  | "pay"
  | "pnt"
  | "pot"
  | "bal"
  | "plc"
  | "dsp"
  | "bkl"
  | "crp"
  | "mrt"
  | "xrt"
  | "prc"
  | "rev"
  | "sms"
  | "prt"
  | "pln"
  | "ptx"
  | "stl"
  | "svt"
  | "prq"
  | "rrn"
  | "icn"
  | "icl"
  | "ica"
  | "vnt"
  | "rul"
  | "run"
  | "med"
  | "dst"
  | "dea"
  | "dch"
  | "tsk"
  | "fld"
  | "seg"
  | "sch"
  | "tea"
  | "sat"
  | "til"
  | "tnt"
  | "tpy"
  | "pmr"
  | "ppt"
  | "prd"
  | "ord"
  | "pqn"
  | "prf"
  | "txd"
  | "tdf"
  | "seq"
  | "enr"
  | "sqb"
  | "bok"
  | "bkm"
  | "due"
  | "cat";

let count = 0;

/**
 * A new id: prefix, 12 hex digits of Unix milliseconds, 8 of a running number that no process uses up, 12 random
 * ones, so ids of a process sort in creation order, also those of one millisecond. The SQL function
 * `new_id(prefix)` has the same length.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  count += 1;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return `${prefix}_${hex(nowMs, 12)}${hex(count, 8)}${randomBytes(6).toString("hex")}`;
}

/** The least and the greatest of these ids: names the partitions that `id = any(…)` alone does not. */
export function spanOf(ids: readonly string[]): [string, string] {
  let [least, greatest] = [ids[0] ?? "", ids[0] ?? ""];
  for (const id of ids) {
    if (id < least) least = id;
    else if (id > greatest) greatest = id;
  }
  return [least, greatest];
}

/** The kind of object of an id's prefix, for those with events. */
const subjectKinds = {
  usr: "user",
  org: "organisation",
  key: "api_key",
  wac: "whatsapp_account",
  pno: "phone_number",
  tpl: "template",
  con: "contact",
  imp: "contact_import",
  cmp: "campaign",
  msg: "message",
  cnv: "conversation",
  inv: "invoice",
  ivt: "invitation",
  jrn: "journal_entry",
  whk: "webhook_endpoint",
  pay: "payment",
  pot: "payout",
  bot: "bot",
  prt: "partner",
  stl: "settlement",
  svt: "support_visit",
  prq: "person_request",
  icn: "connection",
  rul: "rule",
  seq: "sequence",
  dea: "deal",
  tsk: "task",
  fld: "custom_field",
  seg: "segment",
  tea: "team",
  til: "till",
  tpy: "till_payment",
  pmr: "payment_request",
  prd: "product",
  cat: "product_catalogue",
  ord: "order",
  tdf: "till_difference",
  bok: "book",
  bkm: "book_member",
  due: "due",
} as const satisfies Partial<Record<IdPrefix, string>>;
export type SubjectKind = (typeof subjectKinds)[keyof typeof subjectKinds];

/** The kind of an id's object; null when unknown. */
export const subjectKindOf = (id: string): SubjectKind | null =>
  (subjectKinds as Record<string, SubjectKind>)[id.slice(0, id.indexOf("_"))] ?? null;
