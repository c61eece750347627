import { m } from "#messages";

/** The title of a refusal that concerns no field, by its code: there is nothing in the form to correct. */
export function refusalTitle(code: string | undefined): string {
  if (code === "rate_limit.exceeded" || code === "otp.resend_too_soon")
    return m.ui_refusal_title_rate_limit();
  if (code?.startsWith("otp.")) return m.ui_code_rejected();
  return m.common_that_didnt_work();
}
