import { m } from "#messages";

/** The states of an administrator's account, on the list and its page. */
export const staffStatuses = {
  active: { tone: "good", label: () => m.labels_active() },
  pending: { tone: "warn", label: () => m.admin_has_not_signed_in_yet() },
  suspended: { tone: "bad", label: () => m.common_suspended() },
} as const;
