import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ORDER_READY, startForTest, type TestAccount } from "./testDriver.ts";

let simulator: Awaited<ReturnType<typeof startForTest>>;
let account: TestAccount;

beforeAll(async () => {
  simulator = await startForTest();
  account = await simulator.addAccount();
});
afterAll(() => simulator.close());

describe("the handset", () => {
  it("shows the template as the customer sees it, and the customer's reply", async () => {
    await simulator.addTemplate(account, {
      ...ORDER_READY,
      components: [
        { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["A-17"] } },
        ...ORDER_READY.components,
        { type: "FOOTER", text: "Duka la Asha" },
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "I am coming" },
            { type: "URL", text: "Track", url: "https://duka.test/o/{{1}}", example: ["17"] },
          ],
        },
      ],
    });
    const text = (value: string) => ({ type: "text", text: value });
    const template = {
      name: "order_ready",
      language: { code: "en_US" },
      components: [
        { type: "header", parameters: [text("A-17")] },
        { type: "body", parameters: [text("Asha"), text("A-17")] },
        {
          type: "button",
          sub_type: "quick_reply",
          index: "0",
          parameters: [{ type: "payload", payload: "COMING" }],
        },
        { type: "button", sub_type: "url", index: "1", parameters: [text("17")] },
      ],
    };
    const sent = await simulator.send(account, { to: "+254712345600", type: "template", template });
    const contextId = (sent.json.messages as { id: string }[])[0]?.id;
    const button = { payload: "COMING", text: "I am coming", contextId };
    await simulator.call("POST", "/_sim/inbound", {
      phoneNumberId: account.phoneNumberId,
      from: "+254712345600",
      button,
    });
    const handset = async () => (await simulator.call("GET", "/_sim/handset?phone=%2B254712345600")).json;
    await expect.poll(async () => JSON.stringify(await handset())).toContain('"status":"read"');
    expect(await handset()).toMatchObject({
      phone: "254712345600",
      conversations: [
        {
          phoneNumberId: account.phoneNumberId,
          displayPhoneNumber: "+254 700 111 222",
          verifiedName: "Duka la Asha",
          messages: [
            {
              direction: "outbound",
              header: { format: "TEXT", text: "Order A-17" },
              body: "Hello Asha, your order A-17 is ready for you.",
              footer: "Duka la Asha",
              buttons: [
                { type: "QUICK_REPLY", text: "I am coming", payload: "COMING" },
                { type: "URL", text: "Track", url: "https://duka.test/o/17" },
              ],
            },
            { direction: "inbound", body: "I am coming", contextId },
          ],
        },
      ],
    });
  });

  it("remembers the last 200 phones, the latest first", async () => {
    for (let index = 0; index < 205; index += 1) {
      const from = `2547000${String(10_000 + index)}`;
      await simulator.call("POST", "/_sim/inbound", {
        phoneNumberId: account.phoneNumberId,
        from,
        text: "Habari",
      });
    }
    const phones = (await simulator.call("GET", "/_sim/handset")).json.phones as { phone: string }[];
    expect(phones).toHaveLength(200);
    expect(phones[0]?.phone).toBe("254700010204");
  });
});
