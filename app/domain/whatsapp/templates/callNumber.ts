import { normalisePhone } from "#app/platform/phone/phone.ts";

/** A call button's number in E.164, as Meta requires; text that is not a number is unchanged. */
export function callNumber(text: string): string {
  const result = normalisePhone(text);
  return result.ok ? result.phone : text;
}

/** Why a call button can't call the typed number, in words for the member. */
export function callNumberProblem(text: string): string | undefined {
  const result = normalisePhone(text);
  return result.ok ? undefined : result.reason;
}
