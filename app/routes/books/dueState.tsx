import { type DueState, dueStateWords } from "#app/domain/sales/books/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { m } from "#messages";

const tones = {
  open: "info",
  part_paid: "info",
  paid: "good",
  overdue: "bad",
  cancelled: "neutral",
} as const;

export const DueStateBadge = ({ state }: { state: DueState }) => (
  <Badge tone={tones[state]}>{dueStateWords[state]}</Badge>
);

export const labelOf = ({ kind, label }: { kind: "due" | "penalty"; label: string }): string =>
  kind === "penalty" ? m.books_penalty_label({ label }) : label;
