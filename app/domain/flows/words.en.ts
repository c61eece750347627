import type { WordsOf } from "#app/domain/record/eventWords.ts";
import type * as events from "./events.ts";
import { endReasons } from "./words.ts";

const ended = {
  running: "Flow running",
  completed: "Flow completed",
  handed_over: "Flow handed over",
  timed_out: "Flow timed out",
  stopped: "Flow stopped",
} as const;

export const flowWords: WordsOf<typeof events> = {
  "flow.created": ({ flow }) => ({ title: "Flow made", details: `“${flow}” was made` }),
  "flow.changed": ({ flow }) => ({ title: "Flow changed", details: `“${flow}” was changed` }),
  "flow.deleted": ({ flow }) => ({
    title: "Flow deleted",
    details: `“${flow}” was deleted with its log`,
  }),
  "flow.step_added": ({ flow, step }) => ({ title: "Step added", details: `“${flow}”: ${step}` }),
  "flow.step_changed": ({ flow, step }) => ({ title: "Step changed", details: `“${flow}”: ${step}` }),
  "flow.step_moved": ({ flow, step }) => ({ title: "Step moved", details: `“${flow}”: ${step}` }),
  "flow.step_deleted": ({ flow, step }) => ({ title: "Step deleted", details: `“${flow}”: ${step}` }),
  "flow.test_added": ({ flow, test }) => ({ title: "Flow test added", details: `“${flow}”: ${test}` }),
  "flow.test_deleted": ({ flow, test }) => ({ title: "Flow test deleted", details: `“${flow}”: ${test}` }),
  "flow.published": ({ flow, version, why }) => ({
    title: "Flow published",
    details: `“${flow}”, version ${version}${why ? `. ${why}` : ""}`,
  }),
  "flow.paused": ({ flow }) => ({ title: "Flow paused", details: `“${flow}” starts with nobody` }),
  "flow.started": ({ flow, contact }) => ({ title: "Flow started", details: `“${flow}” with ${contact}` }),
  "flow.ended": ({ flow, contact, status, reason }) => ({
    title: ended[status],
    details: `“${flow}” with ${contact}${reason ? `: ${endReasons[reason]}` : ""}`,
  }),
  "flow.handed_over": ({ flow, contact, reason }) => ({
    title: "Flow handed over",
    details: `“${flow}”, ${contact}: ${endReasons[reason]}`,
    told: { title: `${contact} needs a person`, body: `“${flow}”: ${endReasons[reason]}` },
  }),
};
