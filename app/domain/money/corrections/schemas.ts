import { z } from "zod";

/** Why staff correct what was booked; the organisation reads it. */
export const correctionReason = z
  .string({ error: "Say why: the organisation reads it" })
  .trim()
  .min(5, "Say why, in at least 5 characters: the organisation reads it")
  .max(300, "Keep the reason within 300 characters");
