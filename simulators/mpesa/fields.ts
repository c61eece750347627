import { type JsonObject, textAt } from "../kit/json.ts";
import { badField } from "./errors.ts";

/** A field of a call in the required format. @throws DarajaRefusal, naming it. */
export function need(body: JsonObject, field: string, pattern: RegExp): string {
  const value = textAt(body, field);
  if (value === undefined || !pattern.test(value)) throw badField(field);
  return value;
}

/** Addresses that Daraja refuses in production (docs/facts/mpesa-daraja.md §3). */
export function requireCallbackUrl(body: JsonObject, field: string): string {
  const url = need(body, field, /^https?:\/\/\S+$/);
  if (/m-?pesa|safaricom|exec?\b|cmd|sql|query/i.test(new URL(url).pathname)) throw badField(field);
  return url;
}
