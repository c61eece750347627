import type { RuleAction } from "#app/db/schema/integrations/rules.ts";
import type { Action } from "#app/domain/automation/actions.ts";

/**
 * A stored action in the common form of automations. Rules create unassigned deals, and tasks without a note.
 */
export function actionOf(stored: Exclude<RuleAction, { kind: "webhook" | "flow" | "sequence" }>): Action {
  if (stored.kind === "deal") return { ...stored, memberId: "" };
  return stored.kind === "task" ? { ...stored, note: "" } : stored;
}
