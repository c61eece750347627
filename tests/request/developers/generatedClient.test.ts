import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { serve } from "@hono/node-server";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { openapiDocument } from "#app/api/v1/openapi.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { createHookClient } from "#app/providers/webhooks/post.server.ts";
import { deliverDue } from "#app/worker/webhookDeliveries.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { pdf } from "#tests/support/mediaFiles.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform({
  env: { WEBHOOKS_TO_LOOPBACK: "on" },
  startsAt: new Date().toISOString(),
});
const chats = createChats(platform);
const receiver = setUpReceiver();

type Answer = { data?: Record<string, never>; error?: { code: string }; response: Response };
type Call = (options: object) => Promise<Answer>;
interface GeneratedClient {
  sendAMessage: Call;
  addAWebhookEndpoint: Call;
  uploadAFile: Call;
  downloadAFile: Call;
}

/** A third party's client: generated from our document, run against our server on a port. */
const made = setUp(
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-client-"));
    const server = serve({ fetch: platform.api.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    await createClient({
      input: openapiDocument(url) as never,
      output: folder,
      plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
      logs: { level: "silent", file: false },
    });
    const sdk = (await import(/* @vite-ignore */ path.join(folder, "sdk.gen.ts"))) as GeneratedClient;
    const { client } = (await import(/* @vite-ignore */ path.join(folder, "client.gen.ts"))) as {
      client: { setConfig(config: object): void };
    };
    return { folder, server, sdk, client };
  },
  ({ folder, server }) => {
    server.close();
    rmSync(folder, { recursive: true });
  },
);

/** A shop with the template of the examples, a balance, and its key in the client. */
async function openShop() {
  const shop = await chats.shopWithCustomer();
  await chats.addTemplate(shop.org, shop.accountId, {
    components: [
      { type: "BODY", text: "Hello {{1}}, your order is ready.", example: { body_text: [["Asha"]] } },
    ],
  });
  await platform.services.db.withSystem((tx) => tx.update(phoneNumbers).set({ status: "CONNECTED" }));
  await fillWallet(platform, shop.org, 1000);
  const settings = { name: "Client", mode: "live" as const, scopes: [everything], expiresAt: null };
  const { key } = await createKey({ ctx: shop.org.ctx, input: settings });
  made.client.setConfig({ auth: () => key });
  return shop;
}

it("a client generated from the document sends a message and reads its status", async () => {
  const shop = await openShop();
  const { sdk } = made;
  const endpoint = await sdk.addAWebhookEndpoint({
    body: { url: `${receiver.url}/client`, events: ["message.delivered"] },
  });
  expect(endpoint.error).toBeUndefined();
  const body = { to: "+254712345678", template: "order_ready", parameters: ["Asha"] };
  const headers = { "Idempotency-Key": "order-1042-ready" };
  const sent = await sdk.sendAMessage({ body, headers });
  expect(sent).toMatchObject({ data: { status: "queued", to: "+254712345678" } });
  const again = await sdk.sendAMessage({ body, headers });
  expect(again.data).toEqual(sent.data);

  await platform.services.db.withSystem(async (tx) => {
    await tx.update(messages).set({ state: "sent", wamid: "wamid.client" });
    await applyStatuses(tx, platform.services, shop.org.orgId, [
      {
        id: "wamid.client",
        status: "delivered",
        timestamp: String(Math.floor(Date.now() / 1000)),
        biz_opaque_callback_data: sent.data!.id,
      },
    ]);
  });
  const hooks = createHookClient({ allowLoopback: true });
  await deliverDue(platform.services, hooks);
  await hooks.close();
  const [received] = receiver.take();
  const { secret } = endpoint.data as unknown as { secret: string };
  expect(new Webhook(secret).verify(received!.body, received!.headers as never)).toMatchObject({
    type: "message.delivered",
    data: { message_id: sent.data!.id },
  });
  const forged = received!.body.replace("delivered", "read");
  expect(() => new Webhook(secret).verify(forged, received!.headers as never)).toThrow();
});

it("it uploads and downloads a file, and gets documented errors", async () => {
  await openShop();
  const { sdk } = made;
  const file = new File([new Uint8Array(pdf)], "receipt.pdf");
  const uploaded = await sdk.uploadAFile({ body: { file } });
  expect(uploaded).toMatchObject({ data: { type: "document", bytes: pdf.length } });
  const downloaded = await sdk.downloadAFile({ path: { media_id: uploaded.data!.id }, parseAs: "blob" });
  const bytes = Buffer.from(await (downloaded.data as unknown as Blob).arrayBuffer());
  expect(bytes.equals(pdf)).toBe(true);
  const refused = await sdk.sendAMessage({ body: { to: "+254712345678" } });
  expect(refused.error).toMatchObject({ code: "message.no_content" });
  expect(refused.response.status).toBe(400);
});
