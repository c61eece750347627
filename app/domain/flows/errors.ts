import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const flowsError = /* @__PURE__ */ errorsOf({
  "flow.too_many": { kind: "conflict", text: "An organisation has at most 100 flows. Delete some first." },
  "flow.too_many_steps": { kind: "conflict", text: "A flow has at most 60 steps." },
  "flow.too_many_tests": { kind: "conflict", text: "A flow has at most 100 tests. Delete some first." },
  "flow.invalid": { kind: "invalid", text: "{said}" },
  "flow.step_in_use": {
    kind: "conflict",
    text: "Other steps lead to this one: {said}. Lead them elsewhere first.",
  },
  "flow.not_publishable": {
    kind: "conflict",
    text: "Repair the draft first. Problems: {count}.",
  },
  "flow.tests_fail": {
    kind: "conflict",
    text: "{failed} of {total} tests fail. Repair the flow, or write why it shall be published nevertheless.",
  },
  "flow.not_live": { kind: "conflict", text: "The flow is not live. Publish it first." },
  "flow.running": {
    kind: "conflict",
    text: "A flow is running in this conversation already. Stop it first.",
  },
  "flow.not_running": { kind: "conflict", text: "No flow is running in this conversation." },
  "flow.opted_out": { kind: "conflict", text: "This contact wants no messages, so no flow can start." },
});
