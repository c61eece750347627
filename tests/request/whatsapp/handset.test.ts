import { describe, expect, it } from "vitest";
import { createTestPlatform } from "#tests/support/platform.ts";
import { connectOrg, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

const phone = "+254712345678";

async function numberOf(org: { cookie: string }) {
  const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
  return numbers[0]!.phoneNumberId;
}

describe("the handset", () => {
  it("shows messages to a customer, and the customer's replies", async () => {
    const org = await connectOrg(platform);
    const phoneNumberId = await numberOf(org);
    await platform.call("POST /sandbox/reply", { phone: "0712 345 678", phoneNumberId, text: "Habari" }, org);
    const handset = await platform.call("GET /sandbox/handset", { phone }, org);
    expect(handset.phone).toBe(phone);
    expect(handset.conversations).toHaveLength(1);
    expect(handset.conversations[0]!.messages).toMatchObject([{ direction: "inbound", body: "Habari" }]);
  });

  it("shows an organisation its own numbers only, though the phone also has messages from others", async () => {
    const [one, other] = [await connectOrg(platform, "Moja"), await connectOrg(platform, "Mbili")];
    const [ours, theirs] = [await numberOf(one), await numberOf(other)];
    await platform.call("POST /sandbox/reply", { phone, phoneNumberId: theirs, text: "Siri yangu" }, other);
    const seen = await platform.call("GET /sandbox/handset", { phone }, one);
    expect(seen.conversations.map(({ phoneNumberId }) => phoneNumberId)).toEqual([ours]);
    expect(JSON.stringify(seen)).not.toContain("Siri yangu");
    const foreign = await platform.request(
      "POST /sandbox/reply",
      { phone, phoneNumberId: theirs, text: "x" },
      one,
    );
    expect(foreign.status).toBe(404);
  });

  it("refuses an empty reply and an invalid number", async () => {
    const org = await connectOrg(platform);
    const phoneNumberId = await numberOf(org);
    for (const wrong of [{ text: "  " }, { phone: "hello", text: "x" }]) {
      const response = await platform.request("POST /sandbox/reply", { phone, phoneNumberId, ...wrong }, org);
      expect(response.status).toBe(400);
    }
  });

  it("does not exist outside of the sandbox", async () => {
    const platform = await createTestPlatform({ env: { DEMO: "off" } });
    const org = await platform.createOrg();
    for (const [key, input] of [
      ["GET /sandbox/handset", {}],
      ["POST /sandbox/reply", { phone, phoneNumberId: "1", text: "x" }],
    ] as const)
      expect((await platform.request(key, input, org)).status).toBe(404);
    await platform.close();
  });
});
