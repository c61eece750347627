const dayMs = 86_400_000;

export type WebhookHealth = "good" | "quiet" | "failing" | "never";

/** Judged by the latest webhook that was applied and the latest that failed. */
export function webhookHealthOf(
  account: { lastWebhookAt: Date | null; lastWebhookErrorAt: Date | null },
  now: Date,
): WebhookHealth {
  const { lastWebhookAt, lastWebhookErrorAt } = account;
  if (lastWebhookErrorAt && (!lastWebhookAt || lastWebhookErrorAt > lastWebhookAt)) return "failing";
  if (!lastWebhookAt) return "never";
  return now.getTime() - lastWebhookAt.getTime() > 3 * dayMs ? "quiet" : "good";
}
