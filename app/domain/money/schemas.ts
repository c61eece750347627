import { z } from "zod";
import { m } from "#messages";

/** One form or call has one key, so that sending it twice books it once. */
export const idempotencyKey = z.string().regex(/^[\w-]{8,64}$/, { error: m.checks_the_form_is_out_of_date });
