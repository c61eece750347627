import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/**
 * Choices of the console's screens, apart from the schemas, so that a browser gets them without the
 * validation.
 */

/** How long staff may view a workspace. */
export const visitMinutes = 30;

/** The levels of a suspension, the mildest first. */
export const suspensionLevels = lazy({
  campaigns: { label: m.admin_suspension_levels_campaigns, meaning: m.admin_suspension_campaigns_meaning },
  sends: { label: m.admin_suspension_levels_sends, meaning: m.admin_suspension_levels_sends_meaning },
  sign_in: { label: m.admin_suspension_levels_sign_in, meaning: m.admin_suspension_levels_sign_in_meaning },
});

export const suspensionOptions = () =>
  Object.entries(suspensionLevels).map(([value, { label }]) => ({
    value,
    label,
  }));

/** Workspace features that staff may switch off for an organisation. */
export const features = lazy({
  api: { label: m.admin_features_api, meaning: m.admin_features_api_meaning },
  bots: { label: m.admin_features_bots, meaning: m.admin_features_bots_meaning },
  flows: { label: m.admin_features_flows, meaning: m.admin_features_flows_meaning },
  integrations: { label: m.admin_features_integrations, meaning: m.admin_features_integrations_meaning },
});

export const plans = ["Starter", "Growth", "Enterprise"] as const;

export const organisationStatuses = lazy({
  all: m.common_all_statuses,
  active: m.common_active,
  pending: m.common_pending,
  suspended: m.common_suspended,
});

/** Organisations by the figure of the Overview tab they belong to. */
export const organisationGroups = lazy({
  all: m.admin_organisation_groups_all,
  overridden: m.admin_organisation_groups_overridden,
  recurring: m.admin_organisation_groups_recurring,
  churned: m.admin_organisation_groups_churned,
});

export const staffRoles = lazy({
  support: { label: m.common_support, meaning: m.admin_staff_roles_support_meaning },
  finance: { label: m.admin_staff_roles_finance, meaning: m.admin_staff_roles_finance_meaning },
  operator: { label: m.admin_staff_roles_operator, meaning: m.admin_staff_roles_operator_meaning },
  owner: { label: m.admin_staff_roles_owner, meaning: m.admin_staff_roles_owner_meaning },
});

export const accountStatuses = lazy({
  all: m.common_all_statuses,
  connected: m.common_connected,
  pending: m.common_pending,
  disconnected: m.common_disconnected,
  suspended: m.common_suspended,
});

/** Ranges of charts, in hours. */
export const systemRanges = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;

export const jobStates = lazy({
  failed: m.common_failed,
  retry: m.admin_job_states_retry,
  created: m.common_waiting,
  active: m.common_running,
});

/** How many jobs are retried or cancelled at once. */
export const movedAtOnce = 500;

export const toneOf = (status: string) =>
  (
    ({
      active: "good",
      connected: "good",
      healthy: "good",
      verified: "good",
      APPROVED: "good",
      high: "good",
      pending: "warn",
      degraded: "warn",
      unverified: "warn",
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

/** States of the console: of an organisation, an account, a service, an alert or a dispute. */
export const stateWords: Record<string, () => string> = {
  active: m.admin_state_active,
  pending: m.admin_state_pending,
  suspended: m.admin_state_suspended,
  connected: m.admin_state_connected,
  disconnected: m.admin_state_disconnected,
  inactive: m.admin_state_inactive,
  healthy: m.admin_state_healthy,
  degraded: m.admin_state_degraded,
  down: m.admin_state_down,
  error: m.admin_state_error,
  warning: m.admin_state_warning,
  info: m.admin_state_info,
  high: m.admin_state_high,
  medium: m.admin_state_medium,
  low: m.admin_state_low,
  unknown: m.admin_state_unknown,
  verified: m.admin_state_verified,
  unverified: m.admin_state_unverified,
  open: m.admin_state_open,
  resolved: m.admin_state_resolved,
};

export const stateWord = (state: string): string => stateWords[state]?.() ?? state;

/** Meta's verification of a business; null: unknown. */
export const verificationState = (isVerified: boolean | null): string =>
  isVerified === null ? "unknown" : isVerified ? "verified" : "unverified";

const services: Record<string, () => string> = {
  web: m.admin_services_web,
  api: m.admin_services_api,
  worker: m.admin_services_worker,
  database: m.admin_services_database,
  queue: m.admin_services_queue,
  graph: m.admin_services_graph,
  daraja: m.admin_services_daraja,
  cards: m.admin_services_cards,
  etims: m.admin_services_etims,
  smtp: m.admin_services_smtp,
};

/** A service of the platform by its usual name. */
export const serviceName = (service: string): string => services[service]?.() ?? service;
