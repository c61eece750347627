import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

/** A state in a word; the colour only repeats what the word says. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
