import { z } from "zod";
import { fieldId } from "#app/domain/contacts/fields/schemas.ts";
import { contactFilters, maxTagLength } from "#app/domain/contacts/schemas.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

export const maxConditions = 20;

const isOrNot = z.enum(["is", "is_not"]);
const tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { error: m.checks_segment_tag_required })
  .max(maxTagLength, { error: () => m.checks_tag_too_long({ maxTagLength }) });
const daysBack = { least: 1, most: 3650 };
const daysOutOfRange = () =>
  m.checks_segment_days_out_of_range({ least: daysBack.least, most: formatCount(daysBack.most) });
const days = z.coerce
  .number({ error: m.checks_segment_days_required })
  .int({ error: m.checks_segment_days_whole })
  .min(daysBack.least, { error: daysOutOfRange })
  .max(daysBack.most, { error: daysOutOfRange });
const named = z.string().min(1, { error: m.checks_segment_choice_required }).max(60);

export const campaignOutcomes = [
  "received",
  "not_received",
  "delivered",
  "read",
  "not_read",
  "replied",
  "not_replied",
  "failed",
] as const;

export const fieldOps = [
  "is",
  "is_not",
  "contains",
  "more",
  "less",
  "after",
  "before",
  "within",
  "in_next",
  "set",
  "not_set",
] as const;

/**
 * One condition that contacts match or not. `of` names its field, campaign or segment. `not_received` and
 * similar ones match everyone else; `not_read`, `not_replied` only recipients of the campaign.
 */
export const condition = z.discriminatedUnion("about", [
  z.object({ about: z.literal("tag"), op: isOrNot, value: tag }),
  /** Of one of their conversations. */
  z.object({ about: z.literal("label"), op: isOrNot, value: tag }),
  z.object({
    about: z.literal("field"),
    of: fieldId.min(1, { error: m.checks_segment_field_required }),
    op: z.enum(fieldOps),
    value: z.string().trim().max(200, tooLong).default(""),
  }),
  z.object({
    about: z.literal("consent"),
    op: isOrNot,
    value: z.enum(["granted", "none", "opted_out"], { error: m.checks_segment_choice_required }),
  }),
  z.object({ about: z.literal("created"), op: z.enum(["within", "not_within"]), value: days }),
  z.object({ about: z.literal("last_seen"), op: z.enum(["within", "not_within"]), value: days }),
  z.object({
    about: z.literal("language"),
    op: isOrNot,
    value: z.enum(["en", "sw", "fr", "unknown"], { error: m.checks_segment_choice_required }),
  }),
  z.object({ about: z.literal("campaign"), of: named, op: z.enum(campaignOutcomes) }),
  /** No campaign reached them in so many days. */
  z.object({ about: z.literal("no_campaign"), op: z.enum(["within"]), value: days }),
  z.object({ about: z.literal("segment"), of: named, op: isOrNot }),
]);
export type Condition = z.output<typeof condition>;
export type About = Condition["about"];

/** The matching contacts: all or any of some conditions. Without conditions, everyone. */
export const conditions = z.object({
  match: z.enum(["all", "any"]).default("all"),
  conditions: z
    .array(condition)
    .max(maxConditions, { error: () => m.checks_segment_too_many_conditions({ maxConditions }) })
    .default([]),
});
export type Conditions = z.output<typeof conditions>;

/** Those of a segment: other segments are not allowed, so that none contains itself. */
export const ofSegment = conditions
  .refine((given) => given.conditions.length > 0, {
    path: ["conditions"],
    error: m.checks_segment_condition_required,
  })
  .refine((given) => given.conditions.every(({ about }) => about !== "segment"), {
    path: ["conditions"],
    error: m.checks_segment_in_segment,
  });

export const everyone: Conditions = { match: "all", conditions: [] };

/** Conditions from a form or an address, valid or not: `about`, `of`, `op` and `value` once for each. */
export interface Draft {
  match: "all" | "any";
  rows: DraftRow[];
}
export interface DraftRow {
  about: string;
  of: string;
  op: string;
  value: string;
}

/** The fields of a form, or the values of an address. */
interface Source {
  get(name: string): unknown;
  getAll(name: string): unknown[];
}

/**
 * The draft in a form or an address, with a row added or removed on request. `prefix` distinguishes several
 * conditions of one form: `not-about`.
 */
export function readDraft(source: Source, prefix = ""): Draft {
  const form = {
    get: (name: string) => source.get(prefix + name),
    getAll: (name: string) => source.getAll(prefix + name),
  };
  const all = (name: string) => form.getAll(name).map(String);
  const [abouts, ofs, ops, values] = [all("about"), all("of"), all("op"), all("value")];
  const rows = abouts.slice(0, maxConditions).map((about, index) => ({
    about,
    of: ofs[index] ?? "",
    op: ops[index] ?? "",
    value: values[index] ?? "",
  }));
  const remove = form.get("remove") === null ? -1 : Number(form.get("remove"));
  const left = rows.filter((_, index) => index !== remove);
  const added = newRow(String(form.get("add") ?? ""));
  if (added && left.length < maxConditions) left.push(added);
  return { match: form.get("match") === "any" ? "any" : "all", rows: left };
}

const firstOps: Record<About, string> = {
  tag: "is",
  label: "is",
  field: "is",
  consent: "is",
  created: "within",
  last_seen: "within",
  language: "is",
  campaign: "received",
  no_campaign: "within",
  segment: "is",
};

const firstValues: Record<string, string> = {
  created: "30",
  last_seen: "30",
  no_campaign: "30",
  consent: "granted",
  language: "en",
};

/** A row to fill in: `tag`, or `field:fld_…`. */
export function newRow(what: string): DraftRow | undefined {
  const [about = "", of = ""] = what.split(":");
  if (!Object.hasOwn(firstOps, about)) return undefined;
  return { about, of, op: firstOps[about as About], value: firstValues[about] ?? "" };
}

export type ReadConditions =
  | { ok: true; conditions: Conditions }
  /** By the number of the row, from 0. */
  | { ok: false; problems: Map<number, string> };

/** The draft as conditions, or the errors by row. */
export function conditionsOf({ match, rows }: Draft): ReadConditions {
  const read: Condition[] = [];
  const problems = new Map<number, string>();
  for (const [index, row] of rows.entries()) {
    const parsed = condition.safeParse(row);
    if (parsed.success) read.push(parsed.data);
    else problems.set(index, parsed.error.issues[0]?.message ?? m.checks_segment_condition_incomplete());
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, conditions: { match, conditions: read } };
}

/** Stored conditions; unreadable ones from another version are dropped. */
export function storedConditions(stored: unknown): Conditions {
  const read = conditions.safeParse(stored);
  return read.success
    ? read.data
    : { match: "all", conditions: [{ about: "segment", of: "unreadable", op: "is" }] };
}

export const segmentId = idOf("segment", z.string().max(60));
export const segmentName = z
  .string()
  .trim()
  .min(1, { error: m.checks_segment_name_required })
  .max(60, tooLong);
export const segmentFields = z.object({ name: segmentName, conditions: ofSegment });

/** Conditions in a query or a form field, as JSON. */
export const conditionsText = z
  .string()
  .max(20_000)
  .default("{}")
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      addIssue({ code: "custom", message: m.checks_segment_conditions_unreadable() });
      return z.NEVER;
    }
  })
  .pipe(conditions);

/** The filters of the contact list, with conditions. */
export const listFilters = contactFilters.extend({ conditions: conditionsText });
export type ListFilters = z.output<typeof listFilters>;
