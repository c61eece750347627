import { maxNoteLength } from "#app/domain/crm/words.ts";
import type { OrderAsk } from "#app/domain/sales/orders/words.ts";
import { type RequestWay, requestLimits } from "#app/domain/sales/requests/words.ts";
import type { FactOf } from "./facts.ts";
import { filled, forTeam, rendered, titled } from "./texts.ts";

/** What is done for a contact. Empty ids: the first open stage, assigned to no member. */
export type Action =
  /** Values of the template's words, in their order. */
  | { kind: "template"; templateId: string; values: string[] }
  | { kind: "tag"; tag: string }
  | { kind: "team"; teamId: string }
  | { kind: "assign"; memberId: string }
  | { kind: "deal"; title: string; valueCents: number; stageId: string; memberId: string }
  | { kind: "task"; title: string; note: string; days: number; memberId: string }
  /** Shillings as text, with names in it; at the organisation's first till. */
  | { kind: "payment"; amount: string; reason: string; way: RequestWay }
  /** A line for each product, with names in it: `2 x Maize flour`, or `{quantity} x {product}`. */
  | { kind: "order"; items: string; ask: OrderAsk };

/** An action with the values of the names in its texts. */
export const filledAction = <A extends Action>(action: A, factOf: FactOf): A => ({
  ...action,
  ...filledTexts(action, factOf),
});

function filledTexts(action: Action, factOf: FactOf) {
  switch (action.kind) {
    case "template":
      return { values: action.values.map((value) => filled(value, factOf)) };
    case "deal":
      return { title: titled(action.title, factOf) };
    case "task": {
      const note = rendered(action.note, forTeam(factOf)).slice(0, maxNoteLength).toWellFormed();
      return { title: titled(action.title, factOf), note };
    }
    case "payment":
      return {
        amount: filled(action.amount, factOf),
        reason: titled(action.reason, factOf).slice(0, requestLimits.reason),
      };
    case "order":
      return { items: filled(action.items, factOf) };
    case "tag":
    case "team":
    case "assign":
      return {};
  }
}
