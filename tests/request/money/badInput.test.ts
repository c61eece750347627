import { randomInt, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { registerPaybill } from "#app/worker/payments.server.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const newPhone = () => `+2547${randomInt(10_000_000, 89_999_999)}`;

it("an invalid amount starts no payment", async () => {
  const org = await platform.createOrg();
  const amounts = [
    "-100",
    "0",
    "9",
    "10.5",
    "1e3",
    "0x10",
    "250001",
    "99999999999999",
    "",
    " ",
    "NaN",
    "１００",
    1.5,
    -1,
    null,
  ];
  for (const amountKes of amounts) {
    const input = { method: "mpesa", amountKes, phone: newPhone(), key: randomUUID() };
    expect((await platform.request("POST /payments", input, org)).status, String(amountKes)).toBe(400);
  }
  for (const phone of ["", "12", "0212345678", "+14155550100", "254", "07123456789012345", "DROP TABLE"]) {
    const input = { method: "mpesa", amountKes: "100", phone, key: randomUUID() };
    expect((await platform.request("POST /payments", input, org)).status, phone).toBe(400);
  }
  expect((await platform.call("GET /payments", {}, org)).payments).toEqual([]);
});

it("another organisation's invoice is not found, as page and as PDF", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  const other = await platform.createOrg();
  for (const key of ["GET /billing/invoices/:invoiceId", "GET /billing/invoices/:invoiceId/pdf"]) {
    expect((await platform.request(key, { invoiceId }, org)).status).toBe(200);
    expect((await platform.request(key, { invoiceId }, other)).status).toBe(404);
  }
});

it("a callback on a wrong path, for an unknown request or twice changes nothing", async () => {
  await registerPaybill(platform.services);
  const org = await platform.createOrg();
  const phone = newPhone();
  await platform.call("POST /payments", { method: "mpesa", amountKes: "100", phone, key: randomUUID() }, org);
  const { callbackUrl, checkoutRequestId } = platform.company.state.prompts.at(-1)!;
  const body = (id: string) =>
    JSON.stringify({
      Body: {
        stkCallback: {
          CheckoutRequestID: id,
          ResultCode: 0,
          CallbackMetadata: {
            Item: [
              { Name: "Amount", Value: 100 },
              { Name: "MpesaReceiptNumber", Value: "FORGED0001" },
              { Name: "PhoneNumber", Value: Number(phone.slice(1)) },
            ],
          },
        },
      },
    });
  const post = async (url: string, text: string) => {
    const { status } = await fetch(url, { method: "POST", body: text });
    await platform.runJobs();
    return status;
  };
  const wrongMac = `${callbackUrl.slice(0, -1)}${callbackUrl.endsWith("0") ? "1" : "0"}`;
  for (const url of [
    wrongMac,
    callbackUrl.replace(/\/prompts\/.*/, "/prompts/pay_1.0"),
    new URL("/api/hooks/payments", callbackUrl).href,
  ])
    expect(await post(url, body(checkoutRequestId)), url).toBeGreaterThanOrEqual(400);
  await post(callbackUrl, body("ws_CO_of_somebody_else"));
  await post(callbackUrl, "{");
  await post(callbackUrl, "[]");
  expect(await platform.walletOf(org)).toBe(0);
  await platform.answer(phone, "accept");
  await post(callbackUrl, body(checkoutRequestId));
  await post(callbackUrl, body(checkoutRequestId));
  expect(await platform.walletOf(org)).toBe(100);
  expect(await platform.broken()).toBeNull();
});

it("an invalid bank statement is refused whole, with the place of the error", async () => {
  const staff = await platform.createOrg("Operations", "admin");
  const upload = async (csv: string) => {
    const answer = await platform.request("POST /admin/bank/statements", { csv }, staff);
    return { status: answer.status, text: await answer.text() };
  };
  const header = "Date,Reference,Narration,Credit\n";
  for (const [csv, said] of [
    ["nothing", "no lines"],
    [`${header}2026-02-30,FT1,x,10\n`, "is not a date"],
    [`${header}2026-02-20,FT1,x,1e3\n`, "is not an amount"],
    [`${header}2026-02-20,,x,10\n`, "has no bank reference"],
    ["Date,Narration\n2026-02-20,x\n", "column is missing"],
  ] as const) {
    const { status, text } = await upload(csv);
    expect([status, text.includes(said)], `${csv} → ${text}`).toEqual([400, true]);
  }
});
