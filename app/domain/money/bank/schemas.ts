import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

/** The reference of an announced transfer. */
export const transferReference = z
  .string({ error: m.admin_bank_enter_reference_error })
  .trim()
  .min(1, { error: m.admin_bank_enter_reference_error })
  .max(40, tooLong);
