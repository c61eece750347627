import { z } from "zod";

/** Why staff correct what was booked; the organisation reads it. */
export const correctionReason = z
  .string({ error: "Say why: the organisation reads it" })
  .trim()
  .min(5, "Say why, in at least 5 characters: the organisation reads it")
  .max(300, "Keep the reason within 300 characters");

export const entrySearch = z.object({
  search: z.string().trim().max(100).catch("").default(""),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
