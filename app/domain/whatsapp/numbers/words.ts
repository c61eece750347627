import { formatCount } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type { WebhookHealth } from "./webhookHealth.ts";

type Tone = "good" | "warn" | "bad" | "neutral";

export const qualityWords = (rating: string | null): { tone: Tone; word: string } => {
  switch (rating) {
    case "GREEN":
      return { tone: "good", word: m.common_level_high() };
    case "YELLOW":
      return { tone: "warn", word: m.common_level_medium() };
    case "RED":
      return { tone: "bad", word: m.common_level_low() };
    default:
      return { tone: "neutral", word: m.whatsapp_quality_unknown() };
  }
};

const perDay = (people: number) => () => m.whatsapp_tier_people_per_day({ people: formatCount(people) });

const tiers: Record<string, string> = lazy({
  TIER_50: perDay(50),
  TIER_250: perDay(250),
  TIER_1K: perDay(1_000),
  TIER_2K: perDay(2_000),
  TIER_10K: perDay(10_000),
  TIER_100K: perDay(100_000),
  TIER_UNLIMITED: m.whatsapp_tier_unlimited,
});

/** The messaging limit, as Meta reports it. */
export const limitWords = (tier: string | null): string =>
  tier === null ? m.whatsapp_tier_not_reported() : (tiers[tier] ?? tier);

export const webhookWords: Record<WebhookHealth, { tone: Tone; word: string; text: string }> = lazy({
  good: { tone: "good", word: m.whatsapp_webhook_good, text: m.whatsapp_webhooks_good_text },
  quiet: { tone: "warn", word: m.whatsapp_webhook_quiet, text: m.whatsapp_webhooks_quiet_text },
  failing: { tone: "bad", word: m.whatsapp_webhook_failing, text: m.whatsapp_webhooks_failing_text },
  never: { tone: "neutral", word: m.whatsapp_webhook_never, text: m.whatsapp_webhooks_never_text },
});

/** Business categories, by Meta's names. */
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
  OTHER: m.whatsapp_vertical_other,
  AUTO: m.whatsapp_vertical_auto,
  BEAUTY: m.whatsapp_vertical_beauty,
  APPAREL: m.whatsapp_vertical_apparel,
  EDU: m.whatsapp_vertical_edu,
  ENTERTAIN: m.whatsapp_vertical_entertain,
  EVENT_PLAN: m.whatsapp_vertical_event_plan,
  FINANCE: m.whatsapp_vertical_finance,
  GROCERY: m.whatsapp_vertical_grocery,
  GOVT: m.whatsapp_vertical_govt,
  HOTEL: m.whatsapp_vertical_hotel,
  HEALTH: m.whatsapp_vertical_health,
  NONPROFIT: m.whatsapp_vertical_nonprofit,
  PROF_SERVICES: m.whatsapp_vertical_prof_services,
  RETAIL: m.whatsapp_vertical_retail,
  TRAVEL: m.whatsapp_vertical_travel,
  RESTAURANT: m.whatsapp_vertical_restaurant,
});
