import { lazy } from "#app/platform/text/lazy.ts";
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

const tiers: Record<string, string> = lazy({
  TIER_50: m.labels_50_people_a_day,
  TIER_250: m.labels_250_people_a_day,
  TIER_1K: m.labels_1_000_people_a_day,
  TIER_2K: m.labels_2_000_people_a_day,
  TIER_10K: m.labels_10_000_people_a_day,
  TIER_100K: m.labels_100_000_people_a_day,
  TIER_UNLIMITED: m.labels_no_limit,
});

/** The messaging limit, as Meta reports it. */
export const limitWords = (tier: string | null): string =>
  tier === null ? m.labels_not_told_yet() : (tiers[tier] ?? tier);

export const webhookWords: Record<WebhookHealth, { tone: Tone; word: string; text: string }> = lazy({
  good: { tone: "good", word: m.labels_arriving, text: m.labels_metas_reports_arrive_and_are_applied },
  quiet: { tone: "warn", word: m.labels_quiet, text: m.labels_no_report_came_for_three_days },
  failing: { tone: "bad", word: m.labels_failing, text: m.labels_the_newest_report_could_not_be_2 },
  never: { tone: "neutral", word: m.labels_none_yet, text: m.labels_no_report_came_yet_send_a },
});

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

export const verticalWords: Record<Vertical, string> = lazy({
  OTHER: m.labels_other,
  AUTO: m.labels_cars_and_transport,
  BEAUTY: m.labels_beauty_and_spa,
  APPAREL: m.labels_clothes,
  EDU: m.labels_education,
  ENTERTAIN: m.labels_entertainment,
  EVENT_PLAN: m.labels_events,
  FINANCE: m.labels_finance_and_banking,
  GROCERY: m.labels_groceries,
  GOVT: m.labels_government_and_public_service,
  HOTEL: m.labels_hotels,
  HEALTH: m.labels_health,
  NONPROFIT: m.labels_non_profit,
  PROF_SERVICES: m.labels_professional_services,
  RETAIL: m.labels_shops,
  TRAVEL: m.labels_travel,
  RESTAURANT: m.labels_restaurants,
});
