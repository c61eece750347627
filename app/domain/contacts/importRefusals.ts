import { z } from "zod";
import { phoneProblems } from "#app/platform/phone/phone.ts";

const limit = { max: z.number() };
const inLine = { line: z.number() };

/** Why an import refused a row, as stored. */
export const rowProblem = z.discriminatedUnion("code", [
  z.object({ code: z.literal("row.too_many_cells"), cells: z.number(), columns: z.number() }),
  z.object({ code: z.literal("row.surplus_cells") }),
  z.object({
    code: z.literal("row.bad_phone"),
    problem: z.object({ code: z.enum(phoneProblems), text: z.string() }),
  }),
  z.object({ code: z.literal("row.name_too_long"), ...limit }),
  z.object({ code: z.literal("row.too_many_tags"), tags: z.number(), ...limit }),
  z.object({ code: z.literal("row.tag_too_long"), ...limit }),
  z.object({ code: z.literal("row.bad_kra_pin") }),
  z.object({ code: z.literal("row.consent_not_understood"), consent: z.string() }),
  z.object({ code: z.literal("row.field_too_long"), field: z.string(), ...limit }),
  z.object({ code: z.literal("row.bad_field"), field: z.string(), said: z.string() }),
  z.object({ code: z.literal("row.quote_not_closed"), ...inLine }),
  /** A quotation mark opened before this line pulls the line into a cell. */
  z.object({ code: z.literal("row.quote_swallows_row"), ...inLine }),
  /** A sentence, as stored before. */
  z.object({ code: z.literal("legacy"), said: z.string() }),
]);
export type RowProblem = z.output<typeof rowProblem>;

/** A refused row's problem, with its lines where it goes over several. */
export const refusal = z.intersection(
  rowProblem,
  z.object({ lines: z.tuple([z.number(), z.number()]).optional() }),
);
export type Refusal = z.output<typeof refusal>;

/** Why an import stopped; `said` when the code has no text. */
export const importProblem = z.object({
  code: z.string(),
  line: z.number().optional(),
  said: z.string().optional(),
});
export type ImportProblem = z.output<typeof importProblem>;
