import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money.ts";
import { toNairobiInput } from "#app/platform/nairobiTime.ts";
import type * as events from "./events.ts";

interface About {
  name: string;
  contact: string;
}

/** Who was erased is named no more. */
const of = ({ name, contact }: About) =>
  `${name ? `“${name}”` : "Of a deleted contact"}${contact && `, ${contact}`}`;
const worth = ({ valueCents, ...deal }: About & { valueCents: number }) =>
  `${of(deal)}, ${formatKes(valueCents)}`;
const due = ({ dueAt, ...task }: About & { dueAt: string }) =>
  `${of(task)}, due ${toNairobiInput(new Date(dueAt)).replace("T", " ")}`;

const moves = { open: "Deal moved", won: "Deal won", lost: "Deal lost" } as const;

export const crmWords: WordsOf<typeof events> = {
  "deal.created": ({ stage, ...deal }) => ({
    title: "Deal created",
    details: `${worth(deal)}, in ${stage}`,
    told: { title: "You have a new deal", body: worth(deal) },
  }),
  "deal.moved": ({ from, to, kind, ...deal }) => ({
    title: moves[kind],
    details: `${worth(deal)}, from ${from} to ${to}`,
  }),
  "deal.changed": (deal) => ({
    title: "Deal changed",
    details: worth(deal),
    told: { title: "You have a new deal", body: worth(deal) },
  }),
  "deal.deleted": (deal) => ({ title: "Deal deleted", details: worth(deal) }),
  "task.created": (task) => ({
    title: "Task created",
    details: due(task),
    told: { title: "You have a new task", body: due(task) },
  }),
  "task.changed": (task) => ({
    title: "Task changed",
    details: due(task),
    told: { title: "You have a new task", body: due(task) },
  }),
  "task.done": (task) => ({ title: "Task done", details: of(task) }),
  "task.reopened": (task) => ({ title: "Task opened again", details: due(task) }),
  "task.due": (task) => ({ title: "Task is due", details: due(task) }),
  "task.deleted": (task) => ({ title: "Task deleted", details: of(task) }),
  "deal_stage.added": ({ stage }) => ({ title: "Stage added", details: `“${stage}”` }),
  "deal_stage.changed": ({ stage }) => ({ title: "Stage changed", details: `“${stage}”` }),
  "deal_stage.moved": ({ stage }) => ({ title: "Order of stages changed", details: `“${stage}”` }),
  "deal_stage.deleted": ({ stage }) => ({ title: "Stage deleted", details: `“${stage}”` }),
};
