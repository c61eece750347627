import type { ComponentProps } from "react";
import type { TillHealth } from "#app/domain/sales/tills/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { m } from "#messages";

const states: Record<TillHealth, { tone: ComponentProps<typeof Badge>["tone"]; label: string }> = lazy({
  ready: { tone: "good", label: m.common_connected },
  failing: { tone: "warn", label: m.tills_state_failing },
  keys_needed: { tone: "bad", label: m.tills_state_keys_needed },
});

export function TillState({ state }: { state: TillHealth }) {
  const { tone, label } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
