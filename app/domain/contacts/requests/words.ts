import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/**
 * What a person may request, with its statutory period in days (Kenya's Data Protection Regulations, 2021).
 */
export const requestKinds = lazy({
  export: { label: m.contacts_request_kinds_export, days: 7 },
  erasure: { label: m.contacts_request_kinds_erasure, days: 14 },
});
export type RequestKind = keyof typeof requestKinds;

export const requestStates = lazy({
  open: m.common_open,
  done: m.common_status_done,
  refused: m.common_refused,
});
