import { stateWord, toneOf } from "#app/domain/console/words.ts";
import { Badge } from "#app/ui/badge.tsx";

export const StateBadge = ({ state }: { state: string }) => (
  <Badge tone={toneOf(state)}>{stateWord(state)}</Badge>
);
