import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { endReasons } from "./words.ts";

const ended = lazy({
  running: m.events_flow_running_title,
  completed: m.events_flow_completed_title,
  handed_over: m.events_flow_handed_over_title,
  timed_out: m.events_flow_timed_out_title,
  stopped: m.events_flow_stopped_title,
});

export const flowWords: WordsOf<typeof events> = {
  "flow.created": words(m.events_flow_created_title, m.events_flow_created_details),
  "flow.changed": words(m.events_flow_changed_title, m.events_flow_changed_details),
  "flow.deleted": words(m.events_flow_deleted_title, m.events_flow_deleted_details),
  "flow.step_added": words(m.events_flow_step_added_title, ({ flow, step }) => labelled(quoted(flow), step)),
  "flow.step_changed": words(m.events_flow_step_changed_title, ({ flow, step }) =>
    labelled(quoted(flow), step),
  ),
  "flow.step_moved": words(m.events_flow_step_moved_title, ({ flow, step }) => labelled(quoted(flow), step)),
  "flow.step_deleted": words(m.events_flow_step_deleted_title, ({ flow, step }) =>
    labelled(quoted(flow), step),
  ),
  "flow.test_added": words(m.events_flow_test_added_title, ({ flow, test }) => labelled(quoted(flow), test)),
  "flow.test_deleted": words(m.events_flow_test_deleted_title, ({ flow, test }) =>
    labelled(quoted(flow), test),
  ),
  "flow.published": ({ flow, version, why }) => ({
    title: m.events_flow_published_title(),
    details: m.events_flow_published_details({ flow, version, why: why ? `. ${why}` : "" }),
  }),
  "flow.paused": words(m.events_flow_paused_title, m.events_flow_paused_details),
  "flow.started": words(m.events_flow_started_title, m.events_flow_started_details),
  "flow.ended": ({ flow, contact, status, reason }) => ({
    title: ended[status],
    details: reason
      ? labelled(m.events_flow_started_details({ flow, contact }), endReasons[reason])
      : m.events_flow_started_details({ flow, contact }),
  }),
  "flow.handed_over": ({ flow, contact, reason }) => ({
    title: m.events_flow_handed_over_title(),
    details: labelled(`${quoted(flow)}, ${contact}`, endReasons[reason]),
    notice: {
      title: m.events_bot_handed_over_notice_title({ contact }),
      body: labelled(quoted(flow), endReasons[reason]),
    },
  }),
};
