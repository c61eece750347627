import { m } from "#messages";

/** The states of an administrator's account, on the list and its page. */
export const staffStatuses = {
  active: { tone: "good", label: () => m.common_active() },
  pending: { tone: "warn", label: () => m.admin_staff_status_pending() },
  suspended: { tone: "bad", label: () => m.common_suspended() },
} as const;
