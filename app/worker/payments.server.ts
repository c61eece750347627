import { z } from "zod";
import { runAutoTopUpsJob } from "#app/domain/money/autoTopUp/jobs.ts";
import { runAutoTopUps } from "#app/domain/money/autoTopUp/run.server.ts";
import { paybillUrls } from "#app/domain/money/payments/addresses.server.ts";
import { applyNotice } from "#app/domain/money/payments/apply.server.ts";
import { askBalance } from "#app/domain/money/payments/balance.server.ts";
import { applyPaymentNoticeJob } from "#app/domain/money/payments/jobs.ts";
import { pullPayments } from "#app/domain/money/payments/pull.server.ts";
import type { Services } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const applyPaymentNoticeHandler = handler(applyPaymentNoticeJob, (services, { noticeId }) =>
  applyNotice(services, noticeId),
);

/** Every hour: payments that were never told. */
export const pullPaymentsHandler = handler(
  job({ name: "pull-payments", payload: z.object({}), every: "7 * * * *" }),
  pullPayments,
);

export const runAutoTopUpsHandler = handler(runAutoTopUpsJob, runAutoTopUps);

/** Every morning: what lies at the shortcode, held against the ledger. */
export const checkBalanceHandler = handler(
  job({ name: "check-payment-balance", payload: z.object({}), every: "40 1 * * *" }),
  askBalance,
);

/** Tells M-Pesa where confirmations go. In production the addresses are registered once, and a second time is refused. */
export async function registerPaybill(services: Services): Promise<void> {
  const { daraja, config, log } = services;
  if (!daraja) return;
  const urls = paybillUrls(config);
  const refused = (error: Error) => log.info({ reason: error.message }, "paybill addresses not registered");
  await daraja.registerUrls(urls).catch(refused);
  await daraja.registerPull(urls.confirmationUrl).catch(refused);
}
