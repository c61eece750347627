import { z } from "zod";
import { m } from "#messages";

export const backupCodeCount = 10;
/**
 * Wrong codes in a row, however far apart: someone has the password. The owner is notified, and later the
 * factor closes.
 */
export const wrongCodesUntilNotified = 10;
export const wrongCodesUntilClosed = 30;
/** The time from the right password to the code. */
export const pendingSignInMinutes = 10;
/** The time from the password, which starts a setup, to its first code. */
export const setupMinutes = 30;

const missing = { error: m.checks_second_factor_code_required };

/** Six digits of the app or a backup code, as people type them: spaces, dashes and capitals are ignored. */
export const factorCode = z
  .string(missing)
  .max(60, { error: m.checks_second_factor_code_too_long })
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .refine((text) => text !== "", missing);

/** The six digits of the app, when it is set up. */
export const appCode = z
  .string({ error: m.checks_app_code_required })
  .max(60, { error: m.checks_second_factor_code_too_long })
  .transform((text) => text.replace(/\D/g, ""))
  .refine((digits) => digits.length === 6, { error: m.checks_app_code_required });
