import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The states of a reversal by M-Pesa as labels. */
export const reversalStates = lazy({
  pending: { tone: "info", label: m.admin_requested },
  unknown: { tone: "warn", label: m.admin_reversal_states_no_response_yet },
  done: { tone: "good", label: m.admin_refunded },
  failed: { tone: "bad", label: m.admin_reversal_states_refused_label },
});
