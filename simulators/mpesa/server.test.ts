import { constants, publicEncrypt } from "node:crypto";
import { expect, it } from "vitest";
import { setUp } from "#tests/support/setUp.ts";
import { accountOf } from "./merchants.ts";
import { answerPrompt } from "./prompts.ts";
import { startDarajaSimulator } from "./server.ts";
import { eatTimestamp } from "./text.ts";

const warnings: string[] = [];
const company = setUp(
  () =>
    startDarajaSimulator({
      ...{ port: 0, answerMs: 0, consumerKey: "key", consumerSecret: "secret" },
      ...{ shortcode: "174379", passkey: "passkey", initiatorPassword: "initiator" },
      log: (event) => warnings.push(event),
    }),
  (running) => running.close(),
);

async function post(path: string, body: object, app = "key:secret") {
  const basic = Buffer.from(app).toString("base64");
  const granted = await fetch(`${company.url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const answer = await fetch(company.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

let phones = 0;
function push(over: object, { shortcode, passkey, app } = ours) {
  const Timestamp = eatTimestamp(Date.now());
  const phone = `2547100000${String(phones++).padStart(2, "0")}`;
  const prompt = {
    BusinessShortCode: shortcode,
    ...{ Timestamp, Password: Buffer.from(`${shortcode}${passkey}${Timestamp}`).toString("base64") },
    ...{ TransactionType: "CustomerPayBillOnline", Amount: 10, PartyA: phone, PhoneNumber: phone },
    ...{ PartyB: shortcode, CallBackURL: "http://127.0.0.1:9/done", AccountReference: "Rent" },
    ...over,
  };
  return post("/mpesa/stkpush/v1/processrequest", prompt, app);
}

const ours = { shortcode: "174379", passkey: "passkey", app: "key:secret" };
const testShop = (shortcode: string) => ({
  shortcode,
  passkey: `test-passkey-${shortcode}`,
  app: `test-key-${shortcode}:test-secret-${shortcode}`,
});

/** The result of a prompt that the payer accepted. */
async function resultOf(prompt: Promise<{ body: Record<string, string> }>) {
  const { CheckoutRequestID } = (await prompt).body;
  answerPrompt(company.simulator, CheckoutRequestID!, "accept");
  await company.simulator.settled();
  const { prompts } = company.simulator.state;
  return prompts.find(({ checkoutRequestId }) => checkoutRequestId === CheckoutRequestID)?.resultCode;
}

it.each([
  [{ AccountReference: "INV-001" }, "AccountReference"],
  [{ AccountReference: "Account Reference" }, "AccountReference"],
  [{ TransactionDesc: "Lipa na M-pesa online" }, "TransactionDesc"],
])("accepts a prompt with %j, as Daraja does, and warns about its texts", async (over, warning) => {
  warnings.length = 0;
  expect(await push(over)).toMatchObject({ status: 200, body: { ResponseCode: "0" } });
  expect(warnings).toEqual([expect.stringMatching(`^${warning}`)]);
});

it("does not warn when the texts are within the documented limits, and refuses an empty reference", async () => {
  warnings.length = 0;
  expect((await push({ TransactionDesc: "Top-up" })).status).toBe(200);
  expect(warnings).toEqual([]);
  expect(await push({ AccountReference: " " })).toMatchObject({
    status: 400,
    body: { errorCode: "400.002.02" },
  });
});

it("accepts a B2C payment without a caller's id by v1 only", async () => {
  const key = { key: company.simulator.keys.publicKey, padding: constants.RSA_PKCS1_PADDING };
  const payment = {
    ...{ InitiatorName: "testapi", CommandID: "BusinessPayment", Amount: 100, PartyA: "174379" },
    SecurityCredential: publicEncrypt(key, Buffer.from("initiator")).toString("base64"),
    ...{ PartyB: "254708374149", Remarks: "Share", Occassion: "" },
    ...{ ResultURL: "http://127.0.0.1:9/done", QueueTimeOutURL: "http://127.0.0.1:9/late" },
  };
  const taken = await post("/mpesa/b2c/v1/paymentrequest", payment);
  expect(taken).toMatchObject({ status: 200, body: { ResponseCode: "0" } });
  expect(taken.body.OriginatorConversationID).not.toBe("");
  expect((await post("/mpesa/b2c/v3/paymentrequest", payment)).status).toBe(400);
});

it("keeps the money of each merchant, whose app reaches no other shortcode", async () => {
  const shop = testShop("600111");
  expect(await resultOf(push({}, shop))).toBe("0");
  expect(accountOf(company.simulator, "600111").balances.working).toBe(10);
  expect(accountOf(company.simulator, "600222").balances.working).toBe(0);
  expect(await push({}, { ...shop, shortcode: "600222", passkey: "test-passkey-600222" })).toMatchObject({
    body: { errorMessage: "Merchant does not exist" },
  });
  expect((await post("/mpesa/stkpushquery/v1/query", {}, "test-key-600111:wrong")).status).not.toBe(200);
});

it.each([
  ["a till by its store number", { TransactionType: "CustomerBuyGoodsOnline", PartyB: "500111" }, "0"],
  ["a till as a paybill", { PartyB: "500111" }, "2028"],
  ["a store in place of its till", { TransactionType: "CustomerBuyGoodsOnline" }, "SFC_IC0003"],
])("judges the numbers of %s only after the PIN", async (_, over, resultCode) => {
  expect(await resultOf(push(over, testShop("700111")))).toBe(resultCode);
});

it("registers the addresses of a merchant once, and hides the payer by mask or by hash", async () => {
  const taken: Record<string, string>[] = [];
  company.simulator.deliver = async (_, body) => {
    taken.push(body as Record<string, string>);
    return { ResultCode: "0" };
  };
  const urls = {
    ResponseType: "Completed",
    ConfirmationURL: "http://127.0.0.1:9/c",
    ValidationURL: "http://127.0.0.1:9/v",
  };
  const pay = async (shortcode: string) => {
    const payment = { ShortCode: shortcode, Amount: 5, Msisdn: "254708374149", BillRefNumber: "A1" };
    await post("/mpesa/c2b/v2/simulate", payment, testShop(shortcode).app);
    await company.simulator.settled();
    return taken.at(-1)!;
  };
  for (const [version, shortcode] of [
    ["v1", "600333"],
    ["v2", "700333"],
  ] as const) {
    const register = () =>
      post(`/mpesa/c2b/${version}/registerurl`, { ShortCode: shortcode, ...urls }, testShop(shortcode).app);
    expect((await register()).status).toBe(200);
    expect((await register()).body.errorMessage).toBe("Urls are already registered");
  }
  expect(await pay("600333")).toMatchObject({
    TransactionType: "Pay Bill",
    BillRefNumber: "A1",
    MSISDN: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const goods = { TransactionType: "Buy Goods", BusinessShortCode: "500333", BillRefNumber: "" };
  expect(await pay("700333")).toMatchObject({ ...goods, MSISDN: "2547 ***** 149" });
});

it("refuses a product that the merchant's app lacks", async () => {
  accountOf(company.simulator, "600444").missingProducts = ["/pulltransactions"];
  const pull = { ShortCode: "600444", RequestType: "Pull", CallBackURL: "http://127.0.0.1:9/done" };
  expect(await post("/pulltransactions/v1/register", pull, testShop("600444").app)).toMatchObject({
    status: 401,
    body: { errorMessage: "Invalid API call as no apiproduct match found" },
  });
});
