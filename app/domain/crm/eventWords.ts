import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { quoted } from "#app/platform/text/phrases.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

interface About {
  name: string;
  contact: string;
}

/** Erased people are not named. */
const of = ({ name, contact }: About) =>
  `${name ? quoted(name) : m.events_of_a_deleted_contact()}${contact && `, ${contact}`}`;
const worth = ({ valueCents, ...deal }: About & { valueCents: number }) =>
  `${of(deal)}, ${formatKes(valueCents)}`;
const due = ({ dueAt, ...task }: About & { dueAt: string }) =>
  m.events_due({ task: of(task), time: longMinute(new Date(dueAt)) });

const moves = lazy({
  open: m.events_deal_moved,
  won: m.events_deal_won,
  lost: m.events_deal_lost,
});

export const crmWords: WordsOf<typeof events> = {
  "deal.created": ({ stage, ...deal }) => ({
    title: m.events_deal_created(),
    details: m.events_in_stage({ deal: worth(deal), stage }),
    told: { title: m.events_you_have_a_new_deal(), body: worth(deal) },
  }),
  "deal.moved": ({ from, to, kind, ...deal }) => ({
    title: moves[kind],
    details: m.events_from_to({ deal: worth(deal), from, to }),
  }),
  "deal.changed": (deal) => ({
    title: m.events_deal_changed(),
    details: worth(deal),
    told: { title: m.events_you_have_a_new_deal(), body: worth(deal) },
  }),
  "deal.deleted": (deal) => ({ title: m.events_deal_deleted(), details: worth(deal) }),
  "task.created": (task) => ({
    title: m.events_task_created(),
    details: due(task),
    told: { title: m.events_you_have_a_new_task(), body: due(task) },
  }),
  "task.changed": (task) => ({
    title: m.events_task_changed(),
    details: due(task),
    told: { title: m.events_you_have_a_new_task(), body: due(task) },
  }),
  "task.done": (task) => ({ title: m.events_task_done(), details: of(task) }),
  "task.reopened": (task) => ({ title: m.events_task_opened_again(), details: due(task) }),
  "task.due": (task) => ({ title: m.events_task_is_due(), details: due(task) }),
  "task.deleted": (task) => ({ title: m.events_task_deleted(), details: of(task) }),
  "deal_stage.added": ({ stage }) => ({ title: m.events_stage_added(), details: quoted(stage) }),
  "deal_stage.changed": ({ stage }) => ({ title: m.events_stage_changed(), details: quoted(stage) }),
  "deal_stage.moved": ({ stage }) => ({ title: m.events_order_of_stages_changed(), details: quoted(stage) }),
  "deal_stage.deleted": ({ stage }) => ({ title: m.events_stage_deleted(), details: quoted(stage) }),
};
