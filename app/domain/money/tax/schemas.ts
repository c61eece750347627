import { z } from "zod";
import { correctionReason } from "../corrections/schemas.ts";

/** What staff correct before a document goes to KRA again; its amounts and number stay. */
export const taxCorrection = z.object({
  customerName: z
    .string({ error: "Enter the customer's name" })
    .trim()
    .min(1, "Enter the customer's name")
    .max(60, "KRA takes at most 60 characters"),
  customerPin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]\d{9}[A-Z])?$/, "A KRA PIN is a letter, nine digits and a letter, such as P051234567X")
    .default(""),
  reason: correctionReason,
});
