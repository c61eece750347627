import { randomInt } from "node:crypto";
import { billingAccounts } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";

/**
 * Simultaneous confirmations, through the real queue, with receipts for the same top-ups: from stored to
 * credited.
 */
export async function benchPayments(
  ground: Ground,
  { confirmations, organisations: count }: { confirmations: number; organisations: number },
): Promise<void> {
  const jobs = createJobs(ground.postgres.databaseUrl, { supervise: true, log: createLogger("error") });
  const { daraja } = parseConfig({ DATA_DIR: ground.dataDir });
  const services: Services = { ...ground.services, jobs, config: { ...ground.services.config, daraja } };
  const accounts: string[] = [];
  for (let made = 0; made < count; made += 1) accounts.push(await accountOfNewOrganisation(services));
  await jobs.prepare(allHandlers);
  await jobs.work(services, allHandlers);
  const confirm = (index: number) => {
    const body = JSON.stringify({
      ...{ TransID: `B${String(index).padStart(4, "0")}${randomInt(10_000, 99_999)}`, TransAmount: "100.00" },
      ...{ TransTime: "20261121121325", BusinessShortCode: daraja!.shortcode },
      BillRefNumber: accounts[index % count],
    });
    return receiveNotice(services, { kind: "confirmation", subjectId: null, body });
  };
  const seconds = async () => {
    const { rows } = await services.db.system.query<{ open: number; last: number; mean: number }>(
      `select count(*) filter (where applied_at is null)::int as open,
        max(extract(epoch from applied_at - received_at))::float as last,
        avg(extract(epoch from applied_at - received_at))::float as mean from payment_notices`,
    );
    return rows[0]!;
  };
  // The queue has started once it has credited one.
  await confirm(0);
  await until("the first is credited", async () => (await seconds()).open === 0, 60_000);
  await services.db.system.query({ text: "delete from payment_notices" });
  await Promise.all(Array.from({ length: confirmations }, (_, index) => confirm(index + 1)));
  await until("all are credited", async () => (await seconds()).open === 0, 60_000);
  const { last, mean } = await seconds();
  const receipts = async () => {
    const { rows } = await services.db.system.query<{ count: number }>(
      "select count(*)::int as count from invoices where kind = 'receipt' and number is not null",
    );
    return rows[0]!.count;
  };
  await until("all have their receipts", async () => (await receipts()) > confirmations, 120_000);
  print({
    ...{ bench: "payments", confirmations, organisations: count, aimSeconds: 3 },
    lastSeconds: Number(last.toFixed(2)),
    meanSeconds: Number(mean.toFixed(2)),
  });
  await jobs.stop();
}

async function accountOfNewOrganisation({ db }: Services): Promise<string> {
  const orgId = newId("org") as OrgId;
  const accountNumber = newAccountNumber("organisation");
  await db.withSystem(async (tx) => {
    await tx.insert(organisations).values({ id: orgId, name: "Duka Letu", billingType: "prepaid" });
    await tx.insert(billingAccounts).values({ orgId, accountNumber });
  });
  return accountNumber;
}
