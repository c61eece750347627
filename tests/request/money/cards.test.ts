import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { sweepCardPayments } from "#app/domain/money/cards/check.server.ts";
import { runMonthlyBilling } from "#app/domain/money/invoices/runMonthly.server.ts";
import { hookPath } from "#app/platform/secrets/paymentsHook.ts";
import { loader as paymentPage } from "#app/routes/billing/payment.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { startCardsSimulator } from "#simulators/cards/server.ts";
import { signatureOf } from "#simulators/cards/webhooks.ts";
import { balanceOf, makeEnterprise } from "#tests/support/billing.ts";
import { createTestPlatform, type TestOrg } from "#tests/support/platform.ts";
import { platformOf } from "#tests/support/screens.ts";
import { setUp } from "#tests/support/setUp.ts";

const secretKey = "sk_test_of_this_suite";
const provider = setUp(
  () => startCardsSimulator({ port: 0, secretKey }),
  (running) => running.close(),
);
const platform = setUp(
  () =>
    createTestPlatform({
      startsAt: "2026-11-10T09:00:00Z",
      cardsUrl: provider.url,
      env: { PAYSTACK_SECRET_KEY: secretKey },
    }),
  (running) => running.close(),
);

let keys = 0;
async function start(org: TestOrg, what: { amountKes?: number; invoiceId?: string }) {
  const key = `card-form-${++keys}`;
  const { paymentId, pageUrl } = await platform.call("POST /payments", { method: "card", key, ...what }, org);
  return { paymentId, pageUrl: pageUrl!, key, reference: paymentId.replace("_", "-") };
}

/** The payer presses a button of the hosted page. */
const press = (pageUrl: string, outcome: string) =>
  fetch(pageUrl, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });

/** The content of the payment's page; the provider may be called for it. */
const shown = async (org: TestOrg, paymentId: string) =>
  (await platform.call("GET /payments/:paymentId", { paymentId }, org)).payment;

/** Long after the member's session has ended. */
async function stateOf(paymentId: string) {
  const [row] = await platform.services.db.withSystem((tx) =>
    tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, paymentId)),
  );
  return row!.state;
}

const fault = (kind: string) =>
  fetch(`${provider.url}/_sim/faults`, { method: "POST", body: JSON.stringify({ kind }) });

/** A notice to our webhook, by default as the provider sends it. */
async function notice(
  payload: object,
  { body = JSON.stringify(payload), key = secretKey, secret = hookPath(platform.services.config) } = {},
) {
  const answer = await platform.api.fetch(
    new Request(`http://localhost:4000/api/hooks/payments/${secret}/cards`, {
      method: "POST",
      headers: { "x-paystack-signature": signatureOf(JSON.stringify(payload), key) },
      body,
    }),
  );
  if (answer.status === 200) await platform.runJobs();
  return answer.status;
}

const success = (reference: string, more = {}) => ({
  event: "charge.success",
  data: { id: 7, status: "success", reference, amount: 100_000, currency: "KES", ...more },
});

it("a paid card tops the wallet up once, though page, notice and sweep all report it", async () => {
  const org = await platform.createOrg();
  const { paymentId, pageUrl, reference } = await start(org, { amountKes: 1000 });
  const back = await press(pageUrl, "success");
  expect(back.headers.get("location")).toContain(`/billing/payments/${paymentId}`);
  expect(await notice(success(reference))).toBe(200);
  expect(await notice(success(reference))).toBe(200);
  platform.clock.advance(3 * 60_000);
  await Promise.all([sweepCardPayments(platform.services), sweepCardPayments(platform.services)]);
  expect((await shown(org, paymentId)).state).toBe("paid");
  expect(await balanceOf(platform, org, "wallet")).toBe(100_000);
});

it("the same form leads to the same page", async () => {
  const org = await platform.createOrg();
  const first = await start(org, { amountKes: 1000 });
  const again = await platform.call(
    "POST /payments",
    { method: "card", key: first.key, amountKes: 1000 },
    org,
  );
  expect(again).toEqual({ paymentId: first.paymentId, pageUrl: first.pageUrl });
});

it("forged, re-serialised and misdirected notices are refused; a signed false one credits nothing", async () => {
  const org = await platform.createOrg();
  const { reference, paymentId } = await start(org, { amountKes: 1000 });
  const payload = success(reference);
  expect(await notice(payload, { key: "somebody-else" })).toBe(401);
  expect(await notice(payload, { body: JSON.stringify(payload, null, 2) })).toBe(401);
  expect(await notice(payload, { secret: "a-guess" })).toBe(404);
  expect(await notice(payload)).toBe(200);
  expect((await shown(org, paymentId)).state).toBe("pending");
  expect(await balanceOf(platform, org, "wallet")).toBe(0);
});

it("a differing amount is reviewed by staff and credits nothing", async () => {
  const org = await platform.createOrg();
  const { paymentId, pageUrl } = await start(org, { amountKes: 1000 });
  await press(pageUrl, "success");
  await fault("wrong-amount");
  expect((await shown(org, paymentId)).state).toBe("unknown");
  expect(await balanceOf(platform, org, "wallet")).toBe(0);
});

it("a declined card is found by the sweep, and a success after the last check still counts", async () => {
  const org = await platform.createOrg();
  const declined = await start(org, { amountKes: 500 });
  const left = await start(org, { amountKes: 1000 });
  await press(declined.pageUrl, "failed");
  for (const minutes of [3, 8, 21, 151, 1261]) {
    platform.clock.advance(minutes * 60_000);
    await sweepCardPayments(platform.services);
  }
  expect(await stateOf(declined.paymentId)).toBe("failed");
  expect(await stateOf(left.paymentId)).toBe("expired");
  await press(left.pageUrl, "success");
  await notice(success(left.reference));
  expect(await stateOf(left.paymentId)).toBe("paid");
  expect(await balanceOf(platform, org, "wallet")).toBe(100_000);
});

it("a provider that does not respond costs nothing, and is called again", async () => {
  const org = await platform.createOrg();
  await fault("http500");
  const refused = await platform.request(
    "POST /payments",
    { method: "card", key: "card-form-again", amountKes: 1000 },
    org,
  );
  expect(refused.status).toBe(503);
  const again = await platform.call(
    "POST /payments",
    { method: "card", key: "card-form-again", amountKes: 1000 },
    org,
  );
  expect(again.pageUrl).toContain("/checkout/");
});

it("a dispute debits what is available, once, and a won one returns it", async () => {
  const org = await platform.createOrg();
  const { pageUrl, reference } = await start(org, { amountKes: 1000 });
  await press(pageUrl, "success");
  await notice(success(reference));
  const dispute = {
    event: "charge.dispute.create",
    data: {
      id: 11,
      status: "awaiting-merchant-feedback",
      refund_amount: 100_000,
      transaction: { reference },
    },
  };
  await notice(dispute);
  await notice(dispute);
  expect(await balanceOf(platform, org, "wallet")).toBe(0);
  await notice({
    event: "charge.dispute.resolve",
    data: {
      id: 11,
      status: "resolved",
      resolution: "declined",
      refund_amount: 100_000,
      transaction: { reference },
    },
  });
  expect(await balanceOf(platform, org, "wallet")).toBe(100_000);
  await notice({
    event: "refund.processed",
    data: { id: 12, status: "processed", amount: 40_000, transaction_reference: reference },
  });
  expect(await balanceOf(platform, org, "wallet")).toBe(60_000);
});

it("an invoice is paid by card with exactly what is open", async () => {
  const org = await platform.createOrg();
  await makeEnterprise(platform, org);
  await runMonthlyBilling(platform.services);
  const { invoices } = await platform.call("GET /billing/invoices", {}, org);
  const invoiceId = invoices[0]!.id;
  const { pageUrl, paymentId } = await start(org, { invoiceId });
  await press(pageUrl, "success");
  await shown(org, paymentId);
  const { document } = await platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);
  expect(document).toMatchObject({ status: "paid", paidWith: "card" });
  const again = await platform.request(
    "POST /payments",
    { method: "card", key: "card-form-paid", invoiceId },
    org,
  );
  expect(again.status).toBe(409);
});

it.each(["-1", "0", "9", "10.5", "1e3x", "250001", "NaN", ""])(
  "the amount %s is refused",
  async (amountKes) => {
    const org = await platform.createOrg();
    const answer = await platform.request(
      "POST /payments",
      { method: "card", key: "card-form-bad", amountKes },
      org,
    );
    expect(answer.status).toBe(400);
  },
);

it("a payer who cancels sees so and may try again, while a late success still counts", async () => {
  const org = await platform.createOrg();
  const { paymentId, pageUrl, reference } = await start(org, { amountKes: 500 });
  const answer = await press(pageUrl, "abandoned");
  const back = new URL(answer.headers.get("location")!);
  expect(back.pathname + back.search).toBe(`/billing/payments/${paymentId}?cancelled=1`);
  const visit = async (path: string) => {
    const request = new Request(`http://localhost:4000${path}`, { headers: { cookie: org.cookie } });
    const context = createLoadContext(platformOf(platform), request);
    return paymentPage({ request, context, params: { paymentId } } as unknown as Parameters<
      typeof paymentPage
    >[0]);
  };
  expect((await visit(back.pathname + back.search)).words).toMatchObject({
    title: "You cancelled the payment",
    mayRetry: true,
  });
  expect((await visit(back.pathname)).words.title).not.toBe("You cancelled the payment");
  await fetch(`${provider.url}/_sim/complete`, {
    method: "POST",
    body: JSON.stringify({ reference, outcome: "success" }),
  });
  platform.clock.advance(2 * 60_000);
  await sweepCardPayments(platform.services);
  expect(await stateOf(paymentId)).toBe("paid");
  expect((await visit(back.pathname + back.search)).words.title).not.toBe("You cancelled the payment");
});
