import type { CheckResult, TillCheck } from "#app/db/schema/sales/tills.ts";
import { m } from "#messages";

/** What the member can do about a part that M-Pesa refused, in their language. */
export function adviceFor(check: TillCheck, { code = "", said = "" }: CheckResult): string {
  if (code === "silent" || code === "token") return m.tills_advice_silent();
  if (/apiproduct/i.test(said)) return m.tills_advice_product({ product: products[check]() });
  if (/already registered/i.test(said)) return m.tills_advice_registered();
  if (/duplicate notification/i.test(said)) return m.tills_advice_aggregator();
  if (check === "keys") return m.tills_advice_keys();
  if (check === "prompt") return adviceForPrompt(code, said);
  if (/shortcode|short code/i.test(said)) return m.tills_advice_shortcode();
  return check === "pull" ? m.tills_advice_pull() : m.tills_advice_other();
}

const products: Record<TillCheck, () => string> = {
  keys: () => "Authorization",
  addresses: () => "M-Pesa C2B",
  pull: () => "Pull Transactions",
  prompt: () => "M-Pesa Express",
};

/** Results of a prompt (docs/facts/mpesa-daraja.md §2.1). */
function adviceForPrompt(code: string, said: string): string {
  if (["2028", "SFC_IC0003"].includes(code)) return m.tills_advice_pair();
  if (/wrong credentials/i.test(said)) return m.tills_advice_passkey();
  if (/merchant does not exist/i.test(said)) return m.tills_advice_shortcode();
  if (["1032", "1037", "1019", "2001", "1"].includes(code)) return m.tills_advice_prompt_again();
  return m.tills_advice_other();
}
