import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

/** A tag or a label: not a state, so without the dot of one. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="badge tag tone-neutral">{children}</span>;
}

/** A state as a label; the colour only repeats its meaning. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
