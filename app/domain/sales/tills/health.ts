import { type CheckResult, type TillCheck, tillChecks } from "#app/db/schema/sales/tills.ts";

type Checks = Partial<Record<TillCheck, CheckResult>>;

/** `keys_needed`: without keys nothing works. `failing`: M-Pesa refused a part, or the last pulls. */
export type TillHealth = "keys_needed" | "failing" | "ready";

export function stateOf({
  hasKeys,
  checks,
  problems,
}: {
  hasKeys: boolean;
  checks: Checks;
  problems: number;
}): TillHealth {
  if (!hasKeys) return "keys_needed";
  const isRefused = Object.values(checks).some(({ state }) => state === "failed");
  return isRefused || problems > 0 ? "failing" : "ready";
}

/** The parts that were checked, in their order. */
export const checksOf = ({ checks }: { checks: Checks }): (CheckResult & { name: TillCheck })[] =>
  tillChecks.flatMap((name) => (checks[name] ? [{ name, ...checks[name] }] : []));
