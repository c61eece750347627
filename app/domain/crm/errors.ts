import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const crmError = /* @__PURE__ */ errorsOf({
  "deal.moved": {
    kind: "conflict",
    text: "Somebody else moved this deal to “{stage}” meanwhile. Look at it, then move it again.",
  },
  "stage.no_outcome": { kind: "conflict", text: "None of your stages means {outcome}. Add one first." },
  "stage.last_open": {
    kind: "conflict",
    text: "New deals need a stage that is open. Add another open stage first.",
  },
  "stage.name_taken": { kind: "conflict", text: "There is a stage of this name already." },
  "stage.in_use": {
    kind: "conflict",
    text: "{deals} in this stage. Move them to another stage first.",
  },
  "stage.kind_in_use": {
    kind: "conflict",
    text: "There are deals in this stage. Move them before you change what it means.",
  },
  "stage.too_many": { kind: "conflict", text: "There can be {mostStages} stages at most." },
});
