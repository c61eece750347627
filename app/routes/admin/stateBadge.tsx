import { toneOf } from "#app/domain/console/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { m } from "#messages";

const words: Record<string, () => string> = {
  active: m.admin_state_active,
  pending: m.admin_state_pending,
  suspended: m.admin_state_suspended,
  connected: m.admin_state_connected,
  disconnected: m.admin_state_disconnected,
  inactive: m.admin_state_inactive,
  healthy: m.admin_state_healthy,
  degraded: m.admin_state_degraded,
  down: m.admin_state_down,
  error: m.admin_state_error,
  warning: m.admin_state_warning,
  info: m.admin_state_info,
  high: m.admin_state_high,
  medium: m.admin_state_medium,
  low: m.admin_state_low,
  unknown: m.admin_state_unknown,
  open: m.admin_state_open,
  resolved: m.admin_state_resolved,
};

/** The word of a state of the console: of an organisation, an account, a service, an alert or a dispute. */
export const stateWord = (state: string) => words[state]?.() ?? state;

export const StateBadge = ({ state }: { state: string }) => (
  <Badge tone={toneOf(state)}>{stateWord(state)}</Badge>
);
