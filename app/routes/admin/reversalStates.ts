import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The states of a reversal by M-Pesa as labels. */
export const reversalStates = lazy({
  pending: { tone: "info", label: m.admin_asked },
  unknown: { tone: "warn", label: m.admin_no_answer_yet },
  done: { tone: "good", label: m.admin_given_back },
  failed: { tone: "bad", label: m.admin_refused },
});
