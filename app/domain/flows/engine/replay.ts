import type { Person } from "#app/domain/automation/facts.ts";
import { isMarketingStopText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { begin, receiveAnswer, resume } from "./receiveAnswer.ts";
import { type Choices, type Effect, ended, type FlowState, type RunningFlow, type Turn } from "./state.ts";

/** A fictional contact, for the simulator and for tests. */
export const sampleContact: Person = {
  name: "Asha Mwangi",
  phone: "+254712345678",
  tags: [],
  fields: {},
};

/** One line of a replayed conversation. */
export interface Line {
  by: "customer" | "flow" | "note";
  text: string;
  choices?: Choices;
}

export interface Played {
  lines: Line[];
  state: FlowState;
  /** The session's status, or the id of the pending step. */
  at: string;
  isOver: boolean;
  reason: string | null;
  fields: Record<string, string>;
  tags: string[];
  consent: "granted" | "none" | null;
}

function note(effect: Exclude<Effect, { kind: "send" }>): string {
  switch (effect.kind) {
    case "field":
      return m.flows_replay_field_saved({ effectName: effect.name, effectValue: effect.value });
    case "tag":
      return m.flows_replay_tag_added({ tag: effect.tag });
    case "consent":
      return effect.granted
        ? m.flows_replay_opted_in({ answer: effect.answer })
        : m.flows_replay_opted_out({ answer: effect.answer });
    case "template":
      return m.flows_replay_template_sent();
    case "deal":
      return effect.valueCents === 0
        ? m.flows_replay_deal_created({ title: effect.title })
        : m.flows_replay_deal_created_with_value({
            title: effect.title,
            cents: formatKes(effect.valueCents),
          });
    case "sequence":
      return m.flows_replay_enrolled();
    case "payment":
      return m.flows_replay_payment_requested({ amount: effect.amount, reason: effect.reason });
    case "order":
      return m.flows_replay_order_created({ items: effect.items.replaceAll("\n", ", ") });
    case "task":
      return m.flows_replay_task_created({ title: effect.title, days: counted(m.counts_days, effect.days) });
  }
}

function keep(played: Played, turn: Turn): void {
  for (const effect of turn.effects) {
    if (effect.kind === "send")
      played.lines.push({
        by: "flow",
        text: effect.text,
        ...(effect.choices ? { choices: effect.choices } : {}),
      });
    else played.lines.push({ by: "note", text: note(effect) });
    if (effect.kind === "field") played.fields[effect.name] = effect.value;
    if (effect.kind === "tag" && !played.tags.includes(effect.tag)) played.tags.push(effect.tag);
    if (effect.kind === "consent") played.consent = effect.granted ? "granted" : "none";
  }
  played.state = turn.state;
}

/**
 * Replays a flow with a customer's messages. Nothing is sent; a called system returns the names of its
 * fields.
 */
export function replay(flow: RunningFlow, inputs: readonly string[], now: Date): Played {
  const played: Played = {
    lines: [],
    state: { stepId: null, answeredSteps: [], answers: {}, path: [], misses: 0 },
    ...{ at: "stopped", isOver: false, reason: null, fields: {}, tags: [], consent: null },
  };
  const person = (): Person => ({ ...sampleContact, tags: played.tags, fields: played.fields });
  const settle = (first: Turn): Turn => {
    let turn = first;
    keep(played, turn);
    // Each call is a separate step; too many calls in a row are a loop.
    for (let calls = 0; turn.rest.kind === "webhook"; calls++) {
      if (calls >= 20) return { ...turn, rest: ended("handed_over", "loop") };
      const { mapping } = turn.rest.step;
      played.lines.push({ by: "note", text: m.flows_replay_webhook_called() });
      turn = resume(
        flow,
        turn.state,
        Object.fromEntries(mapping.map(({ saveTo }) => [saveTo, `‹${saveTo}›`])),
        person(),
      );
      keep(played, turn);
    }
    return turn;
  };
  let turn = settle(begin(flow, person()));
  for (const input of inputs) {
    if (turn.rest.kind === "end") break;
    played.lines.push({ by: "customer", text: input });
    turn =
      isOptOutText(input) || isMarketingStopText(input)
        ? { state: turn.state, effects: [], rest: ended("stopped", "opted_out") }
        : settle(receiveAnswer(flow, turn.state, input, { person: person(), now }));
  }
  played.isOver = turn.rest.kind === "end";
  played.at = turn.rest.kind === "end" ? turn.rest.status : (turn.state.stepId ?? "");
  played.reason = turn.rest.kind === "end" ? turn.rest.reason : null;
  return played;
}
