import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
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
  `${name ? quoted(name) : m.events_deal_of_deleted_contact()}${contact && `, ${contact}`}`;
const worth = ({ valueCents, ...deal }: About & { valueCents: number }) =>
  `${of(deal)}, ${formatKes(valueCents)}`;
const due = ({ dueAt, ...task }: About & { dueAt: string }) =>
  m.events_task_due({ task: of(task), time: longMinute(new Date(dueAt)) });

const moves = lazy({
  open: m.events_deal_moved_title,
  won: m.events_deal_won_title,
  lost: m.events_deal_lost_title,
});

export const crmWords: WordsOf<typeof events> = {
  "deal.created": ({ stage, ...deal }) => ({
    title: m.events_deal_created_title(),
    details: m.events_deal_created_details({ deal: worth(deal), stage }),
    notice: { title: m.events_deal_created_notice_title(), body: worth(deal) },
  }),
  "deal.moved": ({ from, to, kind, ...deal }) => ({
    title: moves[kind],
    details: m.events_deal_moved_details({ deal: worth(deal), from, to }),
  }),
  "deal.changed": (deal) => ({
    title: m.events_deal_changed_title(),
    details: worth(deal),
    notice: { title: m.events_deal_created_notice_title(), body: worth(deal) },
  }),
  "deal.deleted": (deal) => ({ title: m.events_deal_deleted_title(), details: worth(deal) }),
  "task.created": (task) => ({
    title: m.events_task_created_title(),
    details: due(task),
    notice: { title: m.events_task_created_notice_title(), body: due(task) },
  }),
  "task.changed": (task) => ({
    title: m.events_task_changed_title(),
    details: due(task),
    notice: { title: m.events_task_created_notice_title(), body: due(task) },
  }),
  "task.done": (task) => ({ title: m.events_task_done_title(), details: of(task) }),
  "task.reopened": (task) => ({ title: m.events_task_reopened_title(), details: due(task) }),
  "task.due": (task) => ({ title: m.events_task_due_title(), details: due(task) }),
  "task.deleted": (task) => ({ title: m.events_task_deleted_title(), details: of(task) }),
  "deal_stage.added": ({ stage }) => ({ title: m.events_deal_stage_added_title(), details: quoted(stage) }),
  "deal_stage.changed": words(m.events_deal_stage_changed_title, ({ stage }) => quoted(stage)),
  "deal_stage.moved": ({ stage }) => ({ title: m.events_deal_stage_moved_title(), details: quoted(stage) }),
  "deal_stage.deleted": words(m.events_deal_stage_deleted_title, ({ stage }) => quoted(stage)),
};
