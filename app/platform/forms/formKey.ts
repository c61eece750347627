import { z } from "zod";
import { m } from "#messages";

/** New for each displayed form: the same key sent twice has one effect. */
export const formKey = z
  .string({ error: m.checks_form_out_of_date })
  .regex(/^[\w-]{8,64}$/, { error: m.checks_form_out_of_date });
