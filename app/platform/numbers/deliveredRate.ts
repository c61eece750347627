import { m } from "#messages";
import { percentOf } from "./percent.ts";

/** Messages by the furthest stage that they reached; who failed is not among the sent. */
interface Outcomes {
  sent: number;
  delivered: number;
  failed: number;
}

/** All messages that somebody tried to send. */
export const triedOf = ({ sent, failed }: Pick<Outcomes, "sent" | "failed">): number => sent + failed;

export const deliveredMeaning = () => m.labels_delivered_meaning();

/** The share of the messages that arrived; undefined while nothing was tried. */
export function deliveredRate(outcomes: Outcomes): string | undefined {
  const tried = triedOf(outcomes);
  return tried > 0 ? percentOf(outcomes.delivered, tried) : undefined;
}
