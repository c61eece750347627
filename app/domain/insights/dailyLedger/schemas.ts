import { z } from "zod";

const isDay = (text: string) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

export const ledgerDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDay);
/** The day before which a page begins; empty: the newest. */
export const ledgerCursor = z.union([z.literal(""), ledgerDay]).catch("");
export const ledgerSettings = z.object({
  isPublic: z
    .union([z.boolean(), z.enum(["on", "off"])])
    .default(false)
    .transform((value) => value === true || value === "on"),
});
