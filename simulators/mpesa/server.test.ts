import { constants, publicEncrypt } from "node:crypto";
import { expect, it } from "vitest";
import { setUp } from "#tests/support/setUp.ts";
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

async function post(path: string, body: object) {
  const basic = Buffer.from("key:secret").toString("base64");
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
function push(over: object) {
  const Timestamp = eatTimestamp(Date.now());
  const phone = `25471000000${phones++}`;
  return post("/mpesa/stkpush/v1/processrequest", {
    BusinessShortCode: "174379",
    ...{ Timestamp, Password: Buffer.from(`174379passkey${Timestamp}`).toString("base64") },
    ...{ TransactionType: "CustomerPayBillOnline", Amount: 10, PartyA: phone, PhoneNumber: phone },
    ...{ PartyB: "174379", CallBackURL: "http://127.0.0.1:9/done", AccountReference: "Rent" },
    ...over,
  });
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
