import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

/** A tag or a label: no state, so without the dot of one. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="badge tag tone-neutral">{children}</span>;
}

/** A state in a word; the colour only repeats what the word says. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
