import type { WebhookHealth } from "./webhookHealth.ts";

type Tone = "good" | "warn" | "bad" | "neutral";

export const qualityWords = (rating: string | null): { tone: Tone; word: string } => {
  switch (rating) {
    case "GREEN":
      return { tone: "good", word: "High" };
    case "YELLOW":
      return { tone: "warn", word: "Medium" };
    case "RED":
      return { tone: "bad", word: "Low" };
    default:
      return { tone: "neutral", word: "Not known" };
  }
};

const tiers: Record<string, string> = {
  TIER_50: "50 people a day",
  TIER_250: "250 people a day",
  TIER_1K: "1,000 people a day",
  TIER_2K: "2,000 people a day",
  TIER_10K: "10,000 people a day",
  TIER_100K: "100,000 people a day",
  TIER_UNLIMITED: "No limit",
};

/** How many people may be written to first in 24 hours, as Meta tells it. */
export const limitWords = (tier: string | null): string =>
  tier === null ? "Not told yet" : (tiers[tier] ?? tier);

export const webhookWords: Record<WebhookHealth, { tone: Tone; word: string; text: string }> = {
  good: { tone: "good", word: "Arriving", text: "Meta's reports arrive and are applied." },
  quiet: {
    tone: "warn",
    word: "Quiet",
    text: "No report came for three days. Where nothing is sent and nobody writes, that is as it should be.",
  },
  failing: {
    tone: "bad",
    word: "Failing",
    text: "The newest report could not be applied. Our support sees it; run the connection check meanwhile.",
  },
  never: {
    tone: "neutral",
    word: "None yet",
    text: "No report came yet. Send a message to yourself and see.",
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
  OTHER: "Other",
  AUTO: "Cars and transport",
  BEAUTY: "Beauty and spa",
  APPAREL: "Clothes",
  EDU: "Education",
  ENTERTAIN: "Entertainment",
  EVENT_PLAN: "Events",
  FINANCE: "Finance and banking",
  GROCERY: "Groceries",
  GOVT: "Government and public service",
  HOTEL: "Hotels",
  HEALTH: "Health",
  NONPROFIT: "Non-profit",
  PROF_SERVICES: "Professional services",
  RETAIL: "Shops",
  TRAVEL: "Travel",
  RESTAURANT: "Restaurants",
};
