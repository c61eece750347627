import { asWords } from "#app/platform/asWords.ts";
import { m } from "#messages";
import type { WebhookHealth } from "./webhookHealth.ts";

type Tone = "good" | "warn" | "bad" | "neutral";

export const qualityWords = (rating: string | null): { tone: Tone; word: string } => {
  switch (rating) {
    case "GREEN":
      return { tone: "good", word: m.labels_high() };
    case "YELLOW":
      return { tone: "warn", word: m.labels_medium() };
    case "RED":
      return { tone: "bad", word: m.labels_low() };
    default:
      return { tone: "neutral", word: m.labels_not_known_2() };
  }
};

const tiers: Record<string, string> = {
  get TIER_50() {
    return m.labels_50_people_a_day();
  },
  get TIER_250() {
    return m.labels_250_people_a_day();
  },
  get TIER_1K() {
    return m.labels_1_000_people_a_day();
  },
  get TIER_2K() {
    return m.labels_2_000_people_a_day();
  },
  get TIER_10K() {
    return m.labels_10_000_people_a_day();
  },
  get TIER_100K() {
    return m.labels_100_000_people_a_day();
  },
  get TIER_UNLIMITED() {
    return m.labels_no_limit();
  },
};

/** How many people may be written to first in 24 hours, as Meta tells it. */
export const limitWords = (tier: string | null): string =>
  tier === null ? m.labels_not_told_yet() : (tiers[tier] ?? tier);

export const webhookWords: Record<WebhookHealth, { tone: Tone; word: string; text: string }> = {
  good: {
    tone: "good",
    get word() {
      return m.labels_arriving();
    },
    get text() {
      return m.labels_metas_reports_arrive_and_are_applied();
    },
  },
  quiet: {
    tone: "warn",
    get word() {
      return m.labels_quiet();
    },
    get text() {
      return m.labels_no_report_came_for_three_days();
    },
  },
  failing: {
    tone: "bad",
    get word() {
      return m.labels_failing();
    },
    get text() {
      return m.labels_the_newest_report_could_not_be_2();
    },
  },
  never: {
    tone: "neutral",
    get word() {
      return m.labels_none_yet();
    },
    get text() {
      return m.labels_no_report_came_yet_send_a();
    },
  },
};

/** Kinds of business, by Meta's names. */
export const verticals = [
  "OTHER",
  "AUTO",
  "BEAUTY",
  "APPAREL",
  "EDU",
  "ENTERTAIN",
  "EVENT_PLAN",
  "FINANCE",
  "GROCERY",
  "GOVT",
  "HOTEL",
  "HEALTH",
  "NONPROFIT",
  "PROF_SERVICES",
  "RETAIL",
  "TRAVEL",
  "RESTAURANT",
] as const;
export type Vertical = (typeof verticals)[number];

export const verticalWords: Record<Vertical, string> = {
  get OTHER() {
    return m.labels_other();
  },
  get AUTO() {
    return m.labels_cars_and_transport();
  },
  get BEAUTY() {
    return m.labels_beauty_and_spa();
  },
  get APPAREL() {
    return m.labels_clothes();
  },
  get EDU() {
    return m.labels_education();
  },
  get ENTERTAIN() {
    return m.labels_entertainment();
  },
  get EVENT_PLAN() {
    return m.labels_events();
  },
  get FINANCE() {
    return m.labels_finance_and_banking();
  },
  get GROCERY() {
    return m.labels_groceries();
  },
  get GOVT() {
    return m.labels_government_and_public_service();
  },
  get HOTEL() {
    return m.labels_hotels();
  },
  get HEALTH() {
    return m.labels_health();
  },
  get NONPROFIT() {
    return m.labels_non_profit();
  },
  get PROF_SERVICES() {
    return m.labels_professional_services();
  },
  get RETAIL() {
    return m.labels_shops();
  },
  get TRAVEL() {
    return m.labels_travel();
  },
  get RESTAURANT() {
    return m.labels_restaurants();
  },
};

const states: Record<string, () => string> = {
  CONNECTED: m.labels_number_connected,
  DISCONNECTED: m.labels_number_disconnected,
  PENDING: m.labels_number_pending,
  FLAGGED: m.labels_number_flagged,
  UNFLAGGED: m.labels_number_unflagged,
  RESTRICTED: m.labels_number_restricted,
  RATE_LIMITED: m.labels_number_rate_limited,
  BANNED: m.labels_number_banned,
  MIGRATED: m.labels_number_migrated,
  DELETED: m.labels_number_deleted,
  UNVERIFIED: m.labels_number_unverified,
  UNKNOWN: m.labels_number_unknown,
};

/** The state that Meta gives a number, in words; one that is new to us as Meta calls it. */
export const numberStateWord = (state: string): string => states[state]?.() ?? asWords(state);
