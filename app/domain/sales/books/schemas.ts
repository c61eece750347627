import { z } from "zod";
import { bookKinds, penaltyKinds } from "#app/db/schema/sales/books.ts";
import { vatClasses } from "#app/db/schema/sales/products.ts";
import { wholeKes, wholeKesOrEmpty } from "#app/domain/sales/wholeKes.ts";
import { atMost, tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { isDay } from "./days.ts";
import { bookLimits } from "./fieldRules.ts";

export const bookId = idOf("book");
export const bookMemberId = idOf("bookMember");
export const dueId = idOf("due");
const optional = z.string().max(64);

const oneLine = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().max(most, tooLong));
const line = (most: number, error: () => string) =>
  z
    .string({ error })
    .transform((text) => text.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1, { error }).max(most, tooLong));

/** A due, or a penalty. */
export const amountKes = wholeKes({ most: bookLimits.amountKes });

/** A day that exists: not 31 February. */
export const day = z.string({ error: m.checks_due_day }).trim().refine(isDay, { error: m.checks_due_day });

const whole = (least: number, most: number, error = m.checks_due_number) =>
  z
    .union([z.string(), z.number()], { error })
    .transform((typed) => Number(String(typed).trim() || Number.NaN))
    .pipe(z.number({ error }).int({ error }).min(least, { error }).max(most, atMost(m.checks_due_at_most)));

export const bookName = line(bookLimits.name, m.checks_book_name);

const penalty = {
  penaltyKind: z.enum(penaltyKinds).default("none"),
  /** KES of a fixed one, percent of the other. */
  penaltyValue: z
    .union([z.string(), z.number()])
    .default("")
    .transform((typed) => String(typed).replaceAll(/[,\s%]/g, "")),
  penaltyDays: whole(1, bookLimits.penaltyDays, m.checks_penalty_days).default(7),
  penaltyRepeat: z.enum(["once", "monthly"]).default("once"),
  /** KES; empty: no maximum. */
  penaltyMax: wholeKesOrEmpty({ most: bookLimits.amountKes }).transform((cents) => cents || null),
};

type Penalty = { penaltyKind: (typeof penaltyKinds)[number]; penaltyValue: string };

/** Cents of a fixed penalty, hundredths of a percent of the other; undefined for what is neither. */
export function penaltyValueOf({ penaltyKind, penaltyValue }: Penalty): number | undefined {
  if (penaltyKind === "none") return 0;
  if (penaltyKind === "fixed") {
    const read = amountKes.safeParse(penaltyValue);
    return read.success ? read.data : undefined;
  }
  const hundredths = /^\d{1,3}(\.\d{1,2})?$/.test(penaltyValue) ? Math.round(Number(penaltyValue) * 100) : 0;
  return hundredths >= 1 && hundredths <= 10_000 ? hundredths : undefined;
}

const withPenalty = <T extends z.ZodType<Penalty>>(schema: T) =>
  schema.refine((fields) => penaltyValueOf(fields) !== undefined, {
    error: m.checks_book_penalty,
    path: ["penaltyValue"],
  });

/** The VAT in the dues of a book; empty: no invoices. */
const vatClass = z.union([z.literal("").transform(() => null), z.enum(vatClasses)]).default(null);

const bookFields = z.object({ name: bookName, kind: z.enum(bookKinds), vatClass, ...penalty });
export const newBook = withPenalty(bookFields.extend({ tillId: idOf("till", optional.min(1)) }));
export const bookSettings = withPenalty(bookFields.extend({ bookId }));
export const bookForm = withPenalty(bookFields);
export type BookFields = z.output<typeof bookFields>;

export const memberFields = z.object({
  contactId: idOf(
    "contact",
    z.string({ error: m.checks_deal_contact_required }).min(1, { error: m.checks_deal_contact_required }),
  ),
  label: oneLine(bookLimits.label).default(""),
  number: oneLine(bookLimits.number).default(""),
  groupName: oneLine(bookLimits.group).default(""),
});

/** All contacts with a tag, as members. */
export const taggedMembers = z.object({
  tag: line(bookLimits.group, m.checks_book_tag),
  groupName: oneLine(bookLimits.group).default(""),
});

/** `to`: empty for all members, `group:…`, `tag:…`, or a member's id. */
export const newDues = z.object({
  to: z.string().max(120).default(""),
  memberId: idOf("bookMember", optional).default(""),
  label: line(bookLimits.label, m.checks_due_label),
  amount: amountKes,
  dueOn: day,
  /** So many times, a month apart. */
  times: whole(1, bookLimits.times).default(1),
});
export type NewDues = z.output<typeof newDues>;

/** Rows of dues, pasted from a sheet or read from a file. */
export const dueRows = z.object({
  rows: z
    .string({ error: m.checks_product_rows_required })
    .trim()
    .min(1, { error: m.checks_product_rows_required })
    .max(bookLimits.characters, tooLong),
});

export const memberFilters = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  show: z.enum(["", "open", "overdue"]).catch("").default(""),
});
export type MemberFilters = z.output<typeof memberFilters>;

/** Days of a sheet; what is no day means this year's. */
export const sheetPeriod = z.object({
  from: z.string().refine(isDay).catch("").default(""),
  until: z.string().refine(isDay).catch("").default(""),
});
