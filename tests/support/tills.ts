import type { Tx } from "#app/db/client.server.ts";
import { paymentRefunds, tillDifferences } from "#app/db/schema/sales/matching.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { testMerchant } from "#simulators/mpesa/merchants.ts";
import type { Caller } from "./caller.ts";
import type { World } from "./world.ts";

/** What a member copies from the papers of a test merchant: `600111` is a paybill, `700111` a store. */
export function papersOf(shortcode: string) {
  const { till, consumerKey, consumerSecret, passkey, initiatorPassword } = testMerchant(shortcode);
  return {
    ...{ name: "Counter", kind: till ? ("buy_goods" as const) : ("paybill" as const) },
    ...{ number: till ?? shortcode, storeNumber: till ? shortcode : "", nominatedPhone: "+254712000111" },
    ...{ consumerKey, consumerSecret, passkey, operator: "api", operatorPassword: initiatorPassword },
  };
}

/** Valid values of the required fields of calls about tills and eTIMS. */
export const tillInputs = {
  "POST /tills": papersOf("600998"),
  "PUT /etims": { pin: "P000000009S", deviceSerial: "taken", itemClass: "5013150000" },
  "POST /etims/switch": { isOn: true },
};

/** A till with an unmatched payment, and a difference to M-Pesa's list. */
export async function addTill(tx: Tx, orgId: OrgId, secret: string, world: World): Promise<void> {
  const { tillId = "", tillPaymentId = "", tillDifferenceId = "", paymentRefundId = "" } = world;
  await tx.insert(tills).values({ orgId, id: tillId, name: secret, kind: "paybill", number: "600999" });
  await addTillPayment(tx, orgId, { tillId, tillPaymentId, tillDifferenceId }, secret);
  await tx.insert(paymentRefunds).values({
    ...{ orgId, id: paymentRefundId, paymentId: tillPaymentId, way: "reversal", state: "failed" },
    ...{ amountCents: 50_000, note: secret },
  });
}

/** An unmatched payment, and a difference to M-Pesa's list, at a till that exists. */
export async function addTillPayment(
  tx: Tx,
  orgId: OrgId,
  {
    tillId,
    tillPaymentId,
    tillDifferenceId,
  }: { tillId: string; tillPaymentId: string; tillDifferenceId: string },
  secret: string,
): Promise<void> {
  const at = new Date();
  await tx.insert(tillPayments).values({
    ...{ orgId, id: tillPaymentId, tillId, receipt: "UKL7RT61SV", amountCents: 50_000, paidAt: at },
    ...{ account: secret, payer: "2547 ***** 126", payerName: secret, state: "unmatched" },
    reportedBy: "confirmation",
  });
  await tx.insert(tillDifferences).values({
    ...{ orgId, id: tillDifferenceId, tillId, receipt: "UKL7RT61SV", kind: "not_listed", paidAt: at },
    ...{ ourCents: 50_000, theirCents: 0 },
  });
}

/** Connects a till of the simulated phone company, as a member does. */
export async function connectTestTill(call: Caller): Promise<{ tillId: string }> {
  const { tillId } = await call("POST /tills", papersOf("600555"));
  return { tillId };
}
