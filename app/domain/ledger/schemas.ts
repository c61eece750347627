import { z } from "zod";

/** Presets of spec section 9, KES. */
export const topUpPresets = [1000, 2500, 5000, 10000] as const;

/** Whole shillings of a top-up. */
export const topUpAmountKes = z.coerce
  .number({ error: "Enter an amount in KES" })
  .int("Enter whole shillings")
  .min(10, "The smallest top-up is KES 10")
  .max(1_000_000, "The largest top-up is KES 1,000,000");

/** One form or call has one key, so that sending it twice books it once. */
export const idempotencyKey = z
  .string()
  .regex(/^[\w-]{8,64}$/, "The form is out of date. Reload the page and try again.");
