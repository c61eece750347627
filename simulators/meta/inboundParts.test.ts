import { afterEach, expect, it } from "vitest";
import { errorOf, startForTest, startReceiver, wamidOf } from "./testDriver.ts";

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start() {
  const receiver = await startReceiver();
  const simulator = await startForTest();
  open.push(simulator, receiver);
  const account = await simulator.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
  const { phoneNumberId } = account;
  const from = "254712345600";
  const write = (part: object) => simulator.call("POST", "/_sim/inbound", { phoneNumberId, from, ...part });
  const changeOf = (field: string) =>
    receiver.until(() => receiver.changes().find((one) => one.field === field));
  return { simulator, account, from, write, changeOf };
}

it.each([
  [
    "order",
    {
      order: {
        product_items: [{ product_retailer_id: "unga", quantity: 3, item_price: 210, currency: "KES" }],
      },
    },
    { type: "order", order: { product_items: [{ product_retailer_id: "unga", quantity: 3 }] } },
  ],
  [
    "form",
    { form: { name: "Asha" } },
    { interactive: { nfm_reply: { response_json: expect.stringContaining('"name":"Asha"') } } },
  ],
  ["edit", { edit: { messageId: "wamid.A", text: "Two" } }, { edit: { original_message_id: "wamid.A" } }],
  ["revoke", { revoke: { messageId: "wamid.A" } }, { revoke: { original_message_id: "wamid.A" } }],
  [
    "ad",
    { text: "Habari", referral: { source_url: "https://fb.me/a", source_id: "1", headline: "Sale" } },
    { text: { body: "Habari" }, referral: { source_type: "ad", headline: "Sale" } },
  ],
])("reports a customer's %s to the business", async (_, part, message) => {
  const { write, changeOf, from } = await start();
  await write(part);
  expect((await changeOf("messages")).value).toMatchObject({ messages: [{ from, ...message }] });
});

it("reports a missed call by its beginning and its end", async () => {
  const { simulator, account, from, changeOf } = await start();
  const { phoneNumberId } = account;
  await simulator.call("POST", "/_sim/call", { phoneNumberId, from });
  expect((await changeOf("calls")).value).toMatchObject({
    calls: [{ from, to: "254700111222", direction: "USER_INITIATED" }],
  });
});

it("identifies customers with a username by user id only; they get replies and no one-time codes", async () => {
  const { simulator, account, write, changeOf } = await start();
  const recipient = "KE.13491208655302741918";
  await write({ from: recipient, username: "njeri.k", text: "Habari" });
  const { value } = await changeOf("messages");
  expect(value).toMatchObject({
    contacts: [{ user_id: recipient, profile: { username: "njeri.k" } }],
    messages: [{ from_user_id: recipient }],
  });
  expect(JSON.stringify(value)).not.toContain("wa_id");
  const answer = await simulator.send(account, { recipient, type: "text", text: { body: "Karibu" } });
  expect(answer.status).toBe(200);
  await simulator.addTemplate(account, {
    name: "code",
    language: "en_US",
    category: "AUTHENTICATION",
    components: [
      { type: "BODY", add_security_recommendation: true },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
    ],
  });
  const text = [{ type: "text", text: "123456" }];
  const template = {
    name: "code",
    language: { code: "en_US" },
    components: [
      { type: "body", parameters: text },
      { type: "button", sub_type: "url", index: "0", parameters: text },
    ],
  };
  const refused = await simulator.send(account, { recipient, type: "template", template });
  expect(errorOf(refused)).toMatchObject({ code: 131062 });
});

it("accepts a message with a user id in `to`, and delivers it to no one", async () => {
  const { simulator, account, write } = await start();
  const to = "KE.13491208655302741918";
  await write({ from: to, username: "njeri.k", text: "Habari" });
  const answer = await simulator.send(account, { to, type: "text", text: { body: "Karibu" } });
  expect([answer.status, wamidOf(answer)]).toEqual([200, expect.stringMatching(/^wamid\./)]);
  const { json } = await simulator.call("GET", `/_sim/ledger?phoneNumberId=${account.phoneNumberId}`);
  expect(JSON.stringify(json)).not.toContain(wamidOf(answer));
});
