import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { endReasons } from "./words.ts";

const ended = lazy({
  running: m.events_flow_running,
  completed: m.events_flow_completed,
  handed_over: m.events_flow_handed_over,
  timed_out: m.events_flow_timed_out,
  stopped: m.events_flow_stopped,
});

export const flowWords: WordsOf<typeof events> = {
  "flow.created": ({ flow }) => ({ title: m.events_flow_made(), details: m.events_was_made_2({ flow }) }),
  "flow.changed": ({ flow }) => ({
    title: m.events_flow_changed(),
    details: m.events_was_changed_2({ flow }),
  }),
  "flow.deleted": ({ flow }) => ({
    title: m.events_flow_deleted(),
    details: m.events_was_deleted_with_its_log({ flow }),
  }),
  "flow.step_added": ({ flow, step }) => ({
    title: m.events_step_added(),
    details: labelled(quoted(flow), step),
  }),
  "flow.step_changed": ({ flow, step }) => ({
    title: m.events_step_changed(),
    details: labelled(quoted(flow), step),
  }),
  "flow.step_moved": ({ flow, step }) => ({
    title: m.events_step_moved(),
    details: labelled(quoted(flow), step),
  }),
  "flow.step_deleted": ({ flow, step }) => ({
    title: m.events_step_deleted(),
    details: labelled(quoted(flow), step),
  }),
  "flow.test_added": ({ flow, test }) => ({
    title: m.events_flow_test_added(),
    details: labelled(quoted(flow), test),
  }),
  "flow.test_deleted": ({ flow, test }) => ({
    title: m.events_flow_test_deleted(),
    details: labelled(quoted(flow), test),
  }),
  "flow.published": ({ flow, version, why }) => ({
    title: m.events_flow_published(),
    details: m.events_version({ flow, version, why: why ? `. ${why}` : "" }),
  }),
  "flow.paused": ({ flow }) => ({
    title: m.events_flow_paused(),
    details: m.events_starts_with_nobody({ flow }),
  }),
  "flow.started": ({ flow, contact }) => ({
    title: m.events_flow_started(),
    details: m.events_with({ flow, contact }),
  }),
  "flow.ended": ({ flow, contact, status, reason }) => ({
    title: ended[status],
    details: reason
      ? labelled(m.events_with({ flow, contact }), endReasons[reason])
      : m.events_with({ flow, contact }),
  }),
  "flow.handed_over": ({ flow, contact, reason }) => ({
    title: m.events_flow_handed_over(),
    details: labelled(`${quoted(flow)}, ${contact}`, endReasons[reason]),
    told: { title: m.events_needs_a_person({ contact }), body: labelled(quoted(flow), endReasons[reason]) },
  }),
};
