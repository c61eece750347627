import type { DeviceCheck } from "#app/db/schema/sales/tax.ts";
import { m } from "#messages";

/** What a member can do about KRA's answer to the device (docs/facts/payments.md §1.1). */
export function adviceFor({ outcome, code = "" }: DeviceCheck): string {
  if (outcome === "ready") return m.etims_advice_ready();
  if (outcome === "unreachable") return m.etims_advice_unreachable();
  if (code === "900") return m.etims_advice_pin();
  if (code === "901") return m.etims_advice_serial();
  if (code === "902") return m.etims_advice_key();
  return m.etims_advice_other();
}
