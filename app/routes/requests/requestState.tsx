import { type RequestState, requestStateWords } from "#app/domain/sales/requests/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";

const tones: Record<RequestState, Tone> = {
  requested: "info",
  prompted: "info",
  unknown: "warn",
  paid: "good",
  failed: "bad",
  cancelled: "neutral",
  expired: "neutral",
};

export const RequestBadge = ({ state }: { state: RequestState }) => (
  <Badge tone={tones[state]}>{requestStateWords[state]}</Badge>
);
