import { z } from "zod";
import { stageKinds } from "#app/db/schema/crm/deals.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { fromNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";
import { maxNoteLength, maxTitleLength, maxValue, taskViews } from "./words.ts";

export const dealId = idOf("deal");
export const stageId = idOf(
  "stage",
  z.string({ error: m.checks_deal_stage_required }).min(1, { error: m.checks_deal_stage_required }).max(64),
);
export const taskId = idOf("task");
export const contactId = idOf(
  "contact",
  z
    .string({ error: m.checks_deal_contact_required })
    .min(1, { error: m.checks_deal_contact_required })
    .max(64),
);
/** A member's id, or empty: no one. */
export const memberId = idOf("member", z.string().max(64)).default("");

const title = z
  .string({ error: m.checks_title_required })
  .trim()
  .min(1, { error: m.checks_title_required })
  .max(maxTitleLength, tooLong);

/** Shillings as typed, with or without commas, in cents. Empty: none. */
export const value = z
  .union([z.string(), z.number()])
  .default("0")
  .transform((typed) => String(typed).replaceAll(/[,\s]/g, "") || "0")
  .pipe(
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,2})?$/, { error: m.checks_amount_required })
      .transform((typed) => Math.round(Number(typed) * 100))
      .pipe(
        z.number().max(maxValue * 100, {
          error: () => m.checks_deal_value_too_large({ mostValue: formatKes(maxValue * 100) }),
        }),
      ),
  );

const isDay = (text: string) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
export const day = z
  .string()
  .regex(/^2\d{3}-\d{2}-\d{2}$/, { error: m.checks_deal_day_required })
  .refine(isDay, { error: m.checks_deal_day_not_existing });

/** A day, or empty: unknown. */
export const closesOn = z
  .union([z.literal(""), day], { error: m.checks_deal_day_required })
  .default("")
  .transform((text) => text || null);

const note = z
  .string()
  .transform((text) => text.replaceAll("\r\n", "\n").trim())
  .pipe(z.string().max(maxNoteLength, tooLong))
  .default("");

/** The fields of a deal, of the forms that create and edit one. */
export const dealFields = z.object({ title, value, memberId, closesOn, note });
export type DealFields = z.output<typeof dealFields>;

export const newDeal = dealFields.extend({ contactId, stageId });

export const move = z.object({
  stageId,
  /** The stage the caller saw. */
  from: z.string().max(64),
});

/** The fields of a task; the due time is Kenya's. */
export const taskFields = z.object({
  title,
  note,
  memberId,
  dueAt: z
    .string({ error: m.checks_task_due_required })
    .transform((text) => fromNairobiInput(text))
    .pipe(z.date({ error: m.checks_task_due_required })),
});
export type TaskFields = z.output<typeof taskFields>;

export const newTask = taskFields.extend({
  contactId: idOf("contact", z.string().max(64)).default(""),
  dealId: idOf("deal", z.string().max(64)).default(""),
});

export const stageForm = z.object({
  name: z
    .string({ error: m.checks_stage_name_required })
    .trim()
    .min(1, { error: m.checks_stage_name_required })
    .max(40),
  kind: z.enum(stageKinds, { error: m.checks_stage_kind_required }).default("open"),
});
export type StageForm = z.output<typeof stageForm>;

const page = z.coerce.number().int().min(1).max(10_000).catch(1).default(1);
const chosen = z.string().max(64).catch("").default("");

/** The filters of deals as query parameters; `owner` is a member, `none`, or empty: everyone. */
export const dealFilters = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  owner: chosen,
  stage: chosen,
  page,
});
export type DealFilters = z.output<typeof dealFilters>;

export const taskFilters = z.object({
  view: z.enum(taskViews).catch("mine").default("mine"),
  page,
});
export type TaskFilters = z.output<typeof taskFilters>;
