import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/**
 * What a person may request, with its statutory period in days (Kenya's Data Protection Regulations, 2021).
 */
export const requestKinds = lazy({
  export: { label: m.labels_a_copy_of_their_data, days: 7 },
  erasure: { label: m.labels_erasure_of_their_data, days: 14 },
});
export type RequestKind = keyof typeof requestKinds;

export const requestStates = lazy({
  open: m.labels_open,
  done: m.labels_done,
  refused: m.labels_refused,
});
