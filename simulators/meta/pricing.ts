import type { BusinessPhoneNumber } from "./state.ts";

/** The `pricing` object of a status webhook. */
export interface Pricing {
  billable: boolean;
  pricing_model: "PMP";
  type: "regular" | "free_customer_service";
  category: string;
}

const SERVICE_CHARGED_FROM_MS = Date.UTC(2026, 9, 1);
const FREE_SERVICE_MESSAGES_PER_MONTH = 1_000;

/**
 * Price class of one message (facts/whatsapp-cloud-api.md §11). Until 2026-09-30 service messages and, inside the
 * customer service window, utility templates are free; afterwards only the first 1,000 service messages of a month are.
 */
export function priceMessage(
  number: BusinessPhoneNumber,
  category: string,
  insideWindow: boolean,
  nowMs: number,
): Pricing {
  const free =
    category === "service" ? isFreeService(number, nowMs) : isFreeUtility(category, insideWindow, nowMs);
  return {
    billable: !free,
    pricing_model: "PMP",
    type: free ? "free_customer_service" : "regular",
    category,
  };
}

function isFreeUtility(category: string, insideWindow: boolean, nowMs: number): boolean {
  return category === "utility" && insideWindow && nowMs < SERVICE_CHARGED_FROM_MS;
}

function isFreeService(number: BusinessPhoneNumber, nowMs: number): boolean {
  if (nowMs < SERVICE_CHARGED_FROM_MS) return true;
  const month = new Date(nowMs).toISOString().slice(0, 7);
  if (number.serviceMonth !== month) {
    number.serviceMonth = month;
    number.serviceMessages = 0;
  }
  number.serviceMessages += 1;
  return number.serviceMessages <= FREE_SERVICE_MESSAGES_PER_MONTH;
}
