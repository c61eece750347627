/** What stands above a refusal that concerns no field, by its code: there is nothing in the form to be checked. */
export function refusalTitle(code: string | undefined): string {
  if (code === "rate_limit.exceeded" || code === "otp.resend_too_soon") return "Please wait a moment";
  if (code?.startsWith("otp.")) return "The code was not accepted";
  return "That didn't work";
}
