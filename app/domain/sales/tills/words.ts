/** Choices of the screens of tills, apart from the schemas, so that browsers load them without the validation. */
import type { CheckResult, TillCheck, TillKind } from "#app/db/schema/sales/tills.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { TillHealth } from "./health.ts";
export type { CheckResult, TillCheck, TillKind };

export const kindWords: Readonly<Record<TillKind, string>> = lazy({
  paybill: m.tills_kind_paybill,
  buy_goods: m.tills_kind_buy_goods,
});

export const checkWords: Readonly<Record<TillCheck, string>> = lazy({
  keys: m.tills_check_keys,
  addresses: m.tills_check_addresses,
  pull: m.tills_check_pull,
  prompt: m.tills_check_prompt,
});
