import { readCookie, writeCookie } from "#app/platform/http/cookies.ts";

/** The address that waits for its code and when the last code was requested, in Unix milliseconds. */
const emailCookie = "otp_email";
const sentAtCookie = "otp_asked_at";
const resendPauseSeconds = 30;

/** `Set-Cookie` values for an address that was just sent a code. */
export function otpCookies(email: string, { secure }: { secure: boolean }): string[] {
  return [
    writeCookie(emailCookie, email, { secure }),
    writeCookie(sentAtCookie, String(Date.now()), { httpOnly: true, secure }),
  ];
}

/** A `Set-Cookie` value that ends the pause; the address stays for the sign-in that follows. */
export const clearOtpPause = () => writeCookie(sentAtCookie, "", { days: 0 });

/** A `Set-Cookie` value that deletes the address. */
export const clearOtpEmail = () => writeCookie(emailCookie, "", { days: 0 });

/** The address, and the seconds until another code may be requested. */
export function readOtpCookies(request: Request): { email: string; secondsLeft: number } {
  const header = request.headers.get("cookie");
  // An edited cookie counts as none.
  const askedAt = Number(readCookie(header, sentAtCookie)) || 0;
  const passed = Math.max(0, (Date.now() - askedAt) / 1000);
  return {
    email: readCookie(header, emailCookie) ?? "",
    secondsLeft: Math.max(0, Math.ceil(resendPauseSeconds - passed)),
  };
}
