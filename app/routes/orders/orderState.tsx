import { type OrderState, orderStateWords } from "#app/domain/sales/orders/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";

const tones: Record<OrderState, Tone> = {
  draft: "neutral",
  waiting: "warn",
  paid: "good",
  packed: "info",
  delivered: "good",
  cancelled: "neutral",
};

export const OrderStateBadge = ({ state }: { state: OrderState }) => (
  <Badge tone={tones[state]}>{orderStateWords[state]}</Badge>
);
