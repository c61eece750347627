import { z } from "zod";

/** One form or call has one key, so that sending it twice books it once. */
export const idempotencyKey = z
  .string()
  .regex(/^[\w-]{8,64}$/, "The form is out of date. Reload the page and try again.");
