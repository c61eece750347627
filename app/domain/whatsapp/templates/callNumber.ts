import { normalisePhone } from "#app/platform/phone/phone.ts";

/** The number of a call button in E.164, as Meta takes it; a text that is no number stays as it is typed. */
export function callNumber(text: string): string {
  const result = normalisePhone(text);
  return result.ok ? result.phone : text;
}

/** Why a call button cannot call what was typed, in words for the member. */
export function callNumberProblem(text: string): string | undefined {
  const result = normalisePhone(text);
  return result.ok ? undefined : result.reason;
}
