import { m } from "#messages";
import { isKnownCode, reasonOf } from "./reasons.ts";

const accountBlocked = new Set([
  0, 3, 10, 33, 104, 190, 368, 803, 131005, 131031, 131037, 131042, 131045, 131048, 131063, 131064, 133000,
  133006, 133010,
]);
const templateBlocked = new Set([132001, 132007, 132015, 132016]);

/**
 * What one of Meta's errors blocks (facts/whatsapp-cloud-api.md §9, classes A and W); null for an error of a
 * single message.
 */
export function blockedBy(code: number): "account" | "template" | null {
  if (accountBlocked.has(code) || (code >= 200 && code <= 299)) return "account";
  return templateBlocked.has(code) ? "template" : null;
}

/** Meta's refusal of the account or the template in plain words, with what the member can do. */
export function refusalInWords(code: number, detail: string): string {
  if (!isKnownCode(code)) return m.errors_meta_refused_unknown_code({ detail, code });
  const { text, advice } = reasonOf(code);
  return m.errors_meta_refused_resume({ text, advice, code });
}
