import { z } from "zod";
import { conditionOperators } from "#app/db/schema/automation/conditions.ts";
import { namesIn } from "#app/domain/automation/texts.ts";
import { maxTagLength, tagOf } from "#app/domain/contacts/schemas.ts";
import { requestWays } from "#app/domain/sales/requests/words.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf, type Noun } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { sequenceActions, sequenceLimits, sequenceStepKindNames, waitNames } from "./words.ts";

export const sequenceId = idOf("sequence");
export const enrolmentId = idOf("enrolment");
export const sequenceStepId = idOf("step", z.string().min(1).max(20));

const optionalId = (noun: Noun) => idOf(noun, z.string().max(64)).default("");
const goTo = z.string().max(20).default("");
const checkbox = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false"])])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");
const whole = (least: number, most: number, start: number) =>
  z.coerce
    .number({ error: m.checks_sequence_whole })
    .int({ error: m.checks_sequence_whole })
    .min(least, { error: () => m.checks_sequence_between({ least, most }) })
    .max(most, { error: () => m.checks_sequence_between({ least, most }) })
    .default(start);

const name = z
  .string({ error: m.checks_sequence_name_required })
  .trim()
  .min(1, { error: m.checks_sequence_name_required })
  .max(sequenceLimits.name, tooLong);

/** `ready`: a ready-made sequence that is copied. */
export const newSequence = z.object({ name, ready: z.enum(["", "fees"]).catch("").default("") });
export const sequenceSettings = z.object({ name, endsOnReply: checkbox, endsOnPayment: checkbox });

/** The form's fields of every kind of step; each kind uses its own. */
export const sequenceStepForm = z.object({
  kind: z.enum(sequenceStepKindNames, { error: m.checks_flow_step_kind_required }),
  templateId: optionalId("template"),
  values: z.string().max(4000, tooLong).default(""),
  until: z.enum(waitNames).default("days"),
  amount: whole(0, sequenceLimits.hours, 1),
  field: z.string().trim().max(40, tooLong).default(""),
  date: z.string().trim().max(10, tooLong).default(""),
  days: whole(-sequenceLimits.offset, sequenceLimits.offset, 0),
  clock: z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.checks_sequence_clock })
    .default("08:00"),
  fact: z.string().trim().max(40, tooLong).default(""),
  operator: z.enum(conditionOperators).default("is"),
  value: z.string().trim().max(200, tooLong).default(""),
  otherwise: goTo,
  action: z.enum(sequenceActions).default("tag"),
  tag: z
    .string()
    .max(maxTagLength, { error: () => m.checks_tag_too_long({ maxTagLength }) })
    .transform(tagOf)
    .default(""),
  teamId: optionalId("team"),
  memberId: optionalId("member"),
  title: z.string().trim().max(100, tooLong).default(""),
  way: z.enum(requestWays).default("prompt"),
});
export type SequenceStepForm = z.output<typeof sequenceStepForm>;

export const sequenceStepMove = z.object({ direction: z.enum(["up", "down"]) });

/** A day such as 2026-12-24, or empty. */
export const anchorDay = z
  .string()
  .trim()
  .refine((day) => day === "" || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))), {
    error: m.checks_sequence_date,
  })
  .default("");

/** A day, or the names of facts in braces. */
export const enrolmentAnchor = z
  .string()
  .trim()
  .max(60, tooLong)
  .refine((text) => namesIn(text).length > 0 || anchorDay.safeParse(text).success, {
    error: m.checks_sequence_date,
  })
  .default("");

/** The people of a batch: a tag, a segment, picked contacts, or all. */
export const enrolmentAudience = z.object({
  to: z.enum(["tag", "segment", "chosen", "all"]).default("tag"),
  /** Ids with commas between them. */
  chosen: z.string().max(10_000).default(""),
  tag: z.string().max(maxTagLength).transform(tagOf).default(""),
  segmentId: optionalId("segment"),
  anchor: anchorDay,
});
export type EnrolmentAudience = Omit<z.output<typeof enrolmentAudience>, "chosen"> & { chosen?: string };

/** `people` and `totalCents`: the quote that the member saw. */
export const enrolmentStart = enrolmentAudience.extend({
  people: z.coerce.number().int().min(0),
  totalCents: z.coerce.number().int().min(0),
  key: z.string().min(1).max(64),
});

export const enrolmentFilter = z.object({
  show: z.enum(["all", "open", "held", "ended"]).catch("all").default("all"),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});

export const simulationInput = z.object({
  contactId: idOf("contact", z.string().max(64)).default(""),
  anchor: anchorDay,
});
