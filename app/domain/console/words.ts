/** Choices of the console's screens, apart from the schemas, so that a browser gets them without the validation. */

/** How long staff may look at a workspace. */
export const visitMinutes = 30;

/** What a suspension takes, the mildest first. */
export const suspensionLevels = {
  campaigns: {
    label: "No campaigns",
    meaning: "Campaigns pause and none can be started. Chats, sign-in and billing stay open.",
  },
  sends: {
    label: "No sends",
    meaning:
      "Nothing is sent any more: campaigns pause, replies and API keys are refused. Sign-in and billing stay open.",
  },
  sign_in: {
    label: "No sign-in",
    meaning:
      "All sessions and API keys end at once. Owners and admins can sign in to billing alone, agents not at all.",
  },
} as const;

export const suspensionOptions = Object.entries(suspensionLevels).map(([value, { label }]) => ({
  value,
  label,
}));

export const plans = ["Starter", "Growth", "Enterprise"] as const;

export const organisationStatuses = {
  all: "All statuses",
  active: "Active",
  pending: "Pending",
  suspended: "Suspended",
} as const;

/** Organisations by what stands behind a figure of the Overview tab. */
export const organisationGroups = {
  all: "All organisations",
  overridden: "Differ from their plan",
  recurring: "Billed by the month",
  churned: "Lost last month",
} as const;

export const staffRoles = {
  support: {
    label: "Support",
    meaning: "Looks at everything but money, tests connections, reviews templates.",
  },
  finance: { label: "Finance", meaning: "Looks at money and changes plans." },
  operator: { label: "Operator", meaning: "Suspends and reinstates, works on the queue, exports." },
  owner: { label: "Owner", meaning: "Everything, and decides what the others may." },
} as const;

export const accountStatuses = {
  all: "All statuses",
  connected: "Connected",
  pending: "Pending",
  disconnected: "Disconnected",
  suspended: "Suspended",
} as const;

/** Ranges to look at, in hours. */
export const systemRanges = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
export type SystemRange = keyof typeof systemRanges;

export const jobStates = {
  failed: "Failed",
  retry: "Waiting to be tried again",
  created: "Waiting",
  active: "Running",
} as const;

/** How many jobs are retried or cancelled at once. */
export const movedAtOnce = 500;

export const toneOf = (status: string) =>
  (
    ({
      active: "good",
      connected: "good",
      healthy: "good",
      APPROVED: "good",
      high: "good",
      pending: "warn",
      degraded: "warn",
      medium: "warn",
      warning: "warn",
      PENDING: "warn",
      PLATFORM_REVIEW: "warn",
      suspended: "bad",
      down: "bad",
      error: "bad",
      low: "bad",
      REJECTED: "bad",
      info: "info",
    }) as const
  )[status] ?? "neutral";
