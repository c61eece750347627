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
  campaigns: { label: m.labels_no_campaigns, meaning: m.labels_campaigns_pause_and_none_can_be },
  sends: { label: m.labels_no_sends, meaning: m.labels_nothing_is_sent_any_more_campaigns },
  sign_in: { label: m.labels_no_sign_in, meaning: m.labels_all_sessions_and_api_keys_end },
});

export const suspensionOptions = () =>
  Object.entries(suspensionLevels).map(([value, { label }]) => ({
    value,
    label,
  }));

/** Workspace features that staff may switch off for an organisation. */
export const features = lazy({
  api: { label: m.labels_public_api, meaning: m.labels_api_keys_are_refused },
  bots: { label: m.labels_bots, meaning: m.labels_bots_answer_nobody_agents_see_every },
  flows: { label: m.labels_flows, meaning: m.labels_flows_neither_start_nor_go_on },
  integrations: { label: m.labels_integrations_and_rules, meaning: m.labels_rules_do_not_run_and_connected },
});

export const plans = ["Starter", "Growth", "Enterprise"] as const;

export const organisationStatuses = lazy({
  all: m.labels_all_statuses,
  active: m.labels_active,
  pending: m.labels_pending,
  suspended: m.labels_suspended,
});

/** Organisations by the figure of the Overview tab they belong to. */
export const organisationGroups = lazy({
  all: m.labels_all_organisations,
  overridden: m.labels_differ_from_their_plan,
  recurring: m.labels_billed_by_the_month,
  churned: m.labels_lost_last_month,
});

export const staffRoles = lazy({
  support: { label: m.labels_support, meaning: m.labels_looks_at_everything_but_money_tests },
  finance: { label: m.labels_finance, meaning: m.labels_looks_at_money_and_changes_plans },
  operator: { label: m.labels_operator, meaning: m.labels_suspends_and_reinstates_works_on_the },
  owner: { label: m.labels_owner, meaning: m.labels_everything_and_decides_what_the_others },
});

export const accountStatuses = lazy({
  all: m.labels_all_statuses,
  connected: m.labels_connected,
  pending: m.labels_pending,
  disconnected: m.labels_disconnected,
  suspended: m.labels_suspended,
});

/** Ranges of charts, in hours. */
export const systemRanges = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
export type SystemRange = keyof typeof systemRanges;

export const jobStates = lazy({
  failed: m.labels_failed,
  retry: m.labels_waiting_to_be_tried_again,
  created: m.labels_waiting,
  active: m.labels_running,
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
  web: m.labels_service_web,
  api: m.labels_service_api,
  worker: m.labels_service_worker,
  database: m.labels_service_database,
  queue: m.labels_service_queue,
  graph: m.labels_service_graph,
  daraja: m.labels_service_daraja,
  cards: m.labels_service_cards,
  etims: m.labels_service_etims,
  smtp: m.labels_service_smtp,
};

/** A service of the platform by its usual name. */
export const serviceName = (service: string): string => services[service]?.() ?? service;
