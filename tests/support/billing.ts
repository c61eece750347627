import { eq } from "drizzle-orm";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { runMonthlyBilling } from "#app/domain/money/invoices/runMonthly.server.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** Puts an organisation on the Enterprise plan, postpaid, since before the billed month. */
export const makeEnterprise = (platform: TestPlatform, org: TestOrg) =>
  platform.services.db.withSystem((tx) =>
    tx
      .update(organisations)
      .set({ planType: "Enterprise", billingType: "postpaid", createdAt: new Date("2026-01-10T00:00:00Z") })
      .where(eq(organisations.id, org.orgId)),
  );

/** An organisation with the invoice of the past month. */
export async function createBilledOrg(platform: TestPlatform): Promise<{ org: TestOrg; invoiceId: string }> {
  const org = await platform.createOrg();
  await makeEnterprise(platform, org);
  await runMonthlyBilling(platform.services);
  const { invoices } = await platform.call("GET /billing/invoices", {}, org);
  return { org, invoiceId: invoices[0]!.id };
}

/** Cents in an account of the organisation. */
export async function balanceOf(platform: TestPlatform, org: TestOrg, name: string): Promise<number> {
  const rows = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.orgId, org.orgId)),
  );
  return rows.find((row) => row.name === name)?.balanceCents ?? 0;
}
