import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startForTest, startReceiver, type TestAccount } from "./testDriver.ts";

let now = Date.parse("2026-11-23T09:00:00Z");
let simulator: Awaited<ReturnType<typeof startForTest>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let account: TestAccount;
beforeAll(async () => {
  simulator = await startForTest({ clock: { now: () => now } });
  receiver = await startReceiver();
  account = await simulator.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

const content = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

async function upload(type: string, bytes = content) {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("file", new File([new Uint8Array(bytes)], "a.jpg", { type }));
  const answer = await fetch(`${simulator.url}/v25.0/${account.phoneNumberId}/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.accessToken}` },
    body: form,
  });
  return { status: answer.status, json: (await answer.json()) as { id: string } };
}
const read = (id: string) => simulator.call("GET", `/v25.0/${id}`, undefined, account.accessToken);
const download = (url: unknown, token = account.accessToken) =>
  fetch(String(url), { headers: { authorization: `Bearer ${token}` } });

describe("a file at Meta", () => {
  it("is uploaded, described, downloaded only with the token, and deleted", async () => {
    const { json } = await upload("image/jpeg");
    const found = await read(json.id);
    expect(found.json).toMatchObject({
      mime_type: "image/jpeg",
      file_size: content.length,
      sha256: createHash("sha256").update(content).digest("base64"),
    });
    const file = await download(found.json.url);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect((await download(found.json.url, "nobody")).status).toBe(401);
    now += 6 * 60_000;
    expect((await download(found.json.url)).status).toBe(404);
    expect((await simulator.call("DELETE", `/v25.0/${json.id}`, undefined, account.accessToken)).status).toBe(
      200,
    );
    expect((await read(json.id)).status).toBe(400);
  });

  it("expires after 30 days, and is refused when its type is wrong or it is too large", async () => {
    const { json } = await upload("image/jpeg");
    now += 31 * 86_400_000;
    expect((await read(json.id)).status).toBe(400);
    expect((await upload("application/zip")).status).toBe(400);
    expect((await upload("image/jpeg", Buffer.alloc(6 * 1024 * 1024))).status).toBe(400);
  });

  it("of a customer is sent with its id; a message with an unknown id is refused", async () => {
    const answer = await fetch(`${simulator.url}/_sim/media?phoneNumberId=${account.phoneNumberId}`, {
      method: "POST",
      headers: { "content-type": "image/jpeg" },
      body: new Uint8Array(content),
    });
    const { id } = (await answer.json()) as { id: string };
    const customer = { phoneNumberId: account.phoneNumberId, from: "+254712345678" };
    await simulator.call("POST", "/_sim/inbound", {
      ...customer,
      media: { type: "image", id, caption: "Risiti" },
    });
    await simulator.call("POST", "/_sim/inbound", {
      ...customer,
      location: { latitude: -1.2, longitude: 36.8 },
    });
    const received = await receiver.until(() => {
      const all = receiver.changes().flatMap(({ value }) => (value.messages as { type: string }[]) ?? []);
      return all.length === 2 && all;
    });
    expect(received).toMatchObject([
      { type: "image", image: { id, caption: "Risiti", mime_type: "image/jpeg" } },
      { type: "location", location: { latitude: -1.2 } },
    ]);
    const image = (mediaId: string) =>
      simulator.send(account, { to: "254712345678", type: "image", image: { id: mediaId } });
    expect((await image((await upload("image/jpeg")).json.id)).status).toBe(200);
    expect((await image("1234567890123456")).status).toBe(400);
  });
});
