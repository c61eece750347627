import type { BillingType, PlanType } from "#app/platform/money/planTypes.ts";
import { dayOf } from "#app/platform/time/calendar.ts";

/** In force from this time until the next version. */
interface Version {
  effectiveFrom: Date;
}

/** In force from this day in Nairobi, `2026-11-22`. */
interface DayVersion {
  from: string;
}

export interface RateCard extends Version {
  id: string;
  planType: string;
  billingType: string;
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
}

/** All versions of the platform's prices, newest first in each list. */
export interface PriceVersions {
  cards: RateCard[];
  plans: (Version & { planType: string; messageLimit: number })[];
  taxes: (Version & { code: string; basisPoints: number })[];
  constants: (Version & { name: string; value: number })[];
  markets: (DayVersion & { prefix: string; market: string })[];
  rates: (DayVersion & { market: string; category: string; microUsd: number })[];
  exchange: (DayVersion & { kesPerUsdE4: number })[];
  allowances: (DayVersion & { category: string; messages: number })[];
}

const newestAt = <V extends Version>(versions: readonly V[], at: Date, fits: (version: V) => boolean) =>
  versions.find((version) => version.effectiveFrom <= at && fits(version));

const newestOn = <V extends DayVersion>(
  versions: readonly V[],
  day: string,
  fits: (version: V) => boolean = () => true,
) => versions.find((version) => version.from <= day && fits(version));

/** Prices of the platform and of Meta at any time. Amounts are KES cents. */
export class PriceList {
  readonly #of: PriceVersions;

  constructor(versions: PriceVersions) {
    this.#of = versions;
  }

  /** The prices of a plan and billing type; the plan's own card wins over one for all plans. */
  cardAt({ planType, billingType, at }: { planType: PlanType; billingType: BillingType; at: Date }) {
    const cardOf = (plan: string) =>
      newestAt(this.#of.cards, at, (card) => card.planType === plan && card.billingType === billingType);
    return cardOf(planType) ?? cardOf("*");
  }

  planAt(planType: PlanType, at: Date) {
    return newestAt(this.#of.plans, at, (plan) => plan.planType === planType);
  }

  /** VAT in hundredths of a percent. */
  vatAt(at: Date): number {
    const rate = newestAt(this.#of.taxes, at, ({ code }) => code === "vat");
    if (!rate) throw new Error("there is no VAT rate in force");
    return rate.basisPoints;
  }

  /** The wallet's reserve against campaigns. */
  campaignReserveAt(at: Date): number {
    return newestAt(this.#of.constants, at, ({ name }) => name === "campaign_reserve_cents")?.value ?? 0;
  }

  /** The platform's price of one part of an SMS. */
  smsPartAt(at: Date): number {
    return newestAt(this.#of.constants, at, ({ name }) => name === "sms_part_cents")?.value ?? 0;
  }

  /** Meta's charge for a delivered message to `phone`, as in `priced.ts`; null without a rate in its list. */
  metaCentsAt(category: string, phone: string, at: Date): number | null {
    const day = dayOf(at);
    const market = this.#marketOf(phone.slice(0, 4), day);
    const rate = newestOn(this.#of.rates, day, (r) => r.market === market && r.category === category);
    const exchange = newestOn(this.#of.exchange, day);
    if (!rate || !exchange) return null;
    return Math.floor((rate.microUsd * exchange.kesPerUsdE4 + 50_000_000) / 100_000_000);
  }

  /** The market of the longest calling code that is a prefix of `prefix`. */
  #marketOf(prefix: string, day: string): string | undefined {
    const fitting = this.#of.markets.filter((m) => m.from <= day && prefix.startsWith(m.prefix));
    const longest = Math.max(...fitting.map((m) => m.prefix.length));
    return fitting.find((m) => m.prefix.length === longest)?.market;
  }

  /** Meta's monthly allowance of free replies per number. */
  freeRepliesAt(at: Date): number {
    const allowance = newestOn(this.#of.allowances, dayOf(at), ({ category }) => category === "service");
    return allowance?.messages ?? 0;
  }
}
