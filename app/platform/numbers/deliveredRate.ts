import { m } from "#messages";
import { percentOf } from "./percent.ts";

/** Messages by the furthest stage reached; failed ones are not among the sent. */
interface Outcomes {
  sent: number;
  delivered: number;
  failed: number;
}

/** All attempted messages. */
export const attemptedOf = ({ sent, failed }: Pick<Outcomes, "sent" | "failed">): number => sent + failed;

export const deliveredMeaning = () => m.common_delivered_meaning();

/** The share of delivered messages; undefined without any attempt. */
export function deliveredRate(outcomes: Outcomes): string | undefined {
  const tried = attemptedOf(outcomes);
  return tried > 0 ? percentOf(outcomes.delivered, tried) : undefined;
}
