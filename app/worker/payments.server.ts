import { z } from "zod";
import { platformBook } from "#app/db/schema/money/ledger.ts";
import { runAutoTopUpsJob } from "#app/domain/money/autoTopUp/jobs.ts";
import { runAutoTopUps } from "#app/domain/money/autoTopUp/run.server.ts";
import { paybillUrls } from "#app/domain/money/mpesa/addresses.server.ts";
import { applyNotices } from "#app/domain/money/payments/apply.server.ts";
import { askBalance } from "#app/domain/money/payments/balance.server.ts";
import { confirmReceipt } from "#app/domain/money/payments/confirmReceipt.server.ts";
import { applyPaymentNoticesJob, confirmReceiptJob } from "#app/domain/money/payments/jobs.ts";
import { pullPayments } from "#app/domain/money/payments/pull.server.ts";
import type { Services } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const applyPaymentNoticesHandler = handler(applyPaymentNoticesJob, (services) =>
  applyNotices(services),
);

export const confirmReceiptHandler = handler(confirmReceiptJob, confirmReceipt);

/** Every hour: payments that were never reported. */
export const pullPaymentsHandler = handler(
  job({ name: "pull-payments", payload: z.object({}), every: "7 * * * *" }),
  (services) => pullPayments(services),
);

export const runAutoTopUpsHandler = handler(runAutoTopUpsJob, runAutoTopUps);

/** Every morning: compares the shortcode's balance with the ledger. */
export const checkBalanceHandler = handler(
  job({ name: "check-payment-balance", payload: z.object({}), every: "40 1 * * *" }),
  askBalance,
);

/**
 * Registers our confirmation addresses with M-Pesa. In production they are registered once, and a second time
 * is refused.
 */
export async function registerPaybill(services: Services): Promise<void> {
  const { daraja, config, log } = services;
  if (!daraja) return;
  const urls = paybillUrls(config);
  const refused = (error: Error) => log.info({ reason: error.message }, "paybill addresses not registered");
  await daraja.registerUrls({ ...urls, payerForm: "mask" }, platformBook).catch(refused);
  await daraja
    .registerPull({ callbackUrl: urls.confirmationUrl, nominatedNumber: "" }, platformBook)
    .catch(refused);
}
