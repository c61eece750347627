import type { RuleAction } from "#app/db/schema/integrations/rules.ts";
import type { Action } from "#app/domain/automation/actions.ts";

/**
 * A stored action in the common form of automations: deals of rules are unassigned, and their tasks have no
 * note.
 */
export function actionOf(stored: Exclude<RuleAction, { kind: "webhook" | "flow" }>): Action {
  if (stored.kind === "deal") return { ...stored, memberId: "" };
  return stored.kind === "task" ? { ...stored, note: "" } : stored;
}
