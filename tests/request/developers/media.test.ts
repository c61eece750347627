import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { sweepMedia } from "#app/domain/messaging/media/sweep.server.ts";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { createEndpoint } from "#app/domain/record/webhooks/endpoints.server.ts";
import { createHookClient } from "#app/providers/webhooks/post.server.ts";
import { deliverDue } from "#app/worker/webhookDeliveries.server.ts";
import { createMediaChats } from "#tests/support/mediaChats.ts";
import { pdf, picture, program } from "#tests/support/mediaFiles.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { setUp } from "#tests/support/setUp.ts";
import { setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const setup = setUpWhatsappPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const { platform } = setup;
const chats = createMediaChats(setup);
const receiver = setUpReceiver();
const customer = "+254712345678";

/** A server of the organisation's own that serves linked files. */
const files = setUp(
  async () => {
    const server = createServer(async (request, response) => {
      if (request.url === "/away") response.writeHead(302, { location: "/receipt.pdf" }).end();
      else if (request.url === "/receipt.pdf") response.end(pdf);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  },
  ({ server }) => server.close(),
);

const keyOf = async (org: TestOrg, mode: "live" | "test" = "live") => {
  const input = { name: "Shop", mode, scopes: [everything], expiresAt: null };
  return (await createKey({ ctx: org.ctx, input })).key;
};

/** A shop whose customer just wrote, with a live key. */
async function openShop() {
  const shop = await chats.openShop();
  await chats.receive(shop, { type: "text", text: { body: "Habari" } });
  return { ...shop, key: await keyOf(shop.org) };
}

const ask = (key: string, path: string, init: RequestInit = {}) =>
  platform.api.fetch(
    new Request(`http://localhost:4000/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    }),
  );

const answerOf = async (sent: Response | Promise<Response>) => {
  const response = await sent;
  return { status: response.status, headers: response.headers, body: await response.json() };
};

async function upload(key: string, content: Buffer, name: string, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(content)], name));
  return answerOf(ask(key, "/media", { method: "POST", body, headers }));
}

const send = (key: string, fields: object, once?: string) =>
  answerOf(
    ask(key, "/messages", {
      method: "POST",
      headers: { "content-type": "application/json", ...(once ? { "idempotency-key": once } : {}) },
      body: JSON.stringify({ to: customer, ...fields }),
    }),
  );

const download = async (url: string, key: string) => {
  const response = await ask(key, new URL(url).pathname.replace("/api/v1", ""));
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), response };
};

describe("a file uploaded by the organisation", () => {
  it("is uploaded, read, sent twice, given to Meta once, and deleted; sent messages keep theirs", async () => {
    const shop = await openShop();
    const content = await picture();
    const made = await upload(shop.key, content, "unga.jpg");
    expect(made).toMatchObject({
      status: 201,
      body: {
        type: "image",
        status: "ready",
        content_type: "image/jpeg",
        file_name: "unga.jpg",
        bytes: content.length,
      },
    });
    const { id, url } = made.body;
    const got = await download(url, shop.key);
    expect(got.bytes.equals(content)).toBe(true);
    expect(got.response.headers.get("content-type")).toBe("image/jpeg");

    const ids: string[] = [];
    for (const caption of ["Mpya", "Tena"]) {
      const sent = await send(shop.key, { media: { id, caption } }, `unga-${caption}`);
      expect(sent).toMatchObject({
        status: 202,
        body: { type: "image", media: { file_name: "unga.jpg", caption } },
      });
      expect((await send(shop.key, { media: { id, caption } }, `unga-${caption}`)).body.id).toBe(
        sent.body.id,
      );
      await platform.runJobs();
      ids.push(sent.body.id);
    }
    const payloads = await Promise.all(
      ids.map(async (each) =>
        JSON.parse(composeBody((await chats.rowOf(shop, each)) as unknown as Outgoing, null)),
      ),
    );
    expect(payloads[0].image).toEqual({ id: expect.stringMatching(/^\d+$/), caption: "Mpya" });
    expect(payloads[1].image.id).toBe(payloads[0].image.id);

    expect((await answerOf(ask(shop.key, `/media/${id}`, { method: "DELETE" }))).body).toEqual({
      id,
      deleted: true,
    });
    expect((await ask(shop.key, `/media/${id}`)).status).toBe(404);
    const message = await answerOf(ask(shop.key, `/messages/${ids[0]}`));
    expect((await download(message.body.media.url, shop.key)).bytes.equals(content)).toBe(true);
    const ofMessage = await answerOf(ask(shop.key, `/media/${message.body.media.id}`, { method: "DELETE" }));
    expect(ofMessage).toMatchObject({ status: 409, body: { code: "media.of_message" } });
  });

  it("is limited by its type, and refused where WhatsApp would refuse it", async () => {
    const { key } = await openShop();
    for (const [content, name, code] of [
      [program, "prices.pdf", "media.not_allowed"],
      [pdf, "photo.jpg", "media.lies"],
      [Buffer.alloc(0), "empty.pdf", "media.empty"],
    ] as const)
      expect((await upload(key, content, name)).body, name).toMatchObject({ code, param: "file" });
    const json = await answerOf(
      ask(key, "/media", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
    );
    expect(json).toMatchObject({ status: 400, body: { code: "media.missing" } });
  });

  it("is the same file when the upload is repeated with its Idempotency-Key, and another one is refused", async () => {
    const { key } = await openShop();
    const once = { "idempotency-key": "receipt-1042" };
    const first = await upload(key, pdf, "receipt.pdf", once);
    const again = await upload(key, pdf, "receipt.pdf", once);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await upload(key, Buffer.concat([pdf, Buffer.from("\n")]), "receipt.pdf", once);
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency.key_reused" } });
  });

  it("cannot be used by other organisations", async () => {
    const shop = await openShop();
    const { body } = await upload(shop.key, pdf, "receipt.pdf");
    const other = await openShop();
    for (const key of [other.key, await keyOf(shop.org, "test")]) {
      expect((await ask(key, `/media/${body.id}`)).status).toBe(404);
      expect((await download(body.url, key)).status).toBe(404);
      expect((await ask(key, `/media/${body.id}`, { method: "DELETE" })).status).toBe(404);
      expect((await send(key, { media: { id: body.id } })).body).toMatchObject({ code: "file.not_found" });
    }
    expect((await ask(shop.key, `/media/${body.id}`)).status).toBe(200);
  });

  it("is deleted after 30 days unless a message uses it", async () => {
    const shop = await openShop();
    const { body } = await upload(shop.key, pdf, "receipt.pdf");
    const sent = await send(shop.key, { media: { id: body.id } });
    platform.clock.advance(31 * 86_400_000);
    await sweepMedia(platform.services);
    expect((await ask(shop.key, `/media/${body.id}`)).status).toBe(404);
    expect((await download(sent.body.media.url, shop.key)).bytes.equals(pdf)).toBe(true);
  });
});

describe("a file behind a link", () => {
  it("is fetched, stored and sent; a moved, missing or internal one is refused", async () => {
    const shop = await openShop();
    const link = `${files.url}/receipt.pdf`;
    const sent = await send(shop.key, { media: { link, caption: "Risiti" } }, "receipt-7");
    expect(sent).toMatchObject({
      status: 202,
      body: { type: "document", media: { file_name: "receipt.pdf" } },
    });
    expect((await send(shop.key, { media: { link, caption: "Risiti" } }, "receipt-7")).body.id).toBe(
      sent.body.id,
    );
    for (const [url, code] of [
      [`${files.url}/away`, "media.link_failed"],
      [`${files.url}/nothing`, "media.link_failed"],
      ["https://10.0.0.7/receipt.pdf", "media.bad_link"],
      ["https://user:secret@shop.example.com/receipt.pdf", "media.bad_link"],
    ])
      expect((await send(shop.key, { media: { link: url } })).body, url).toMatchObject({
        code,
        param: "media.link",
      });
    const both = await send(shop.key, { media: { link, id: "med_1" } });
    expect(both.body).toMatchObject({ code: "media.one_source", param: "media" });
    const withText = await send(shop.key, { media: { link }, text: "Habari" });
    expect(withText.body).toMatchObject({ code: "message.no_content" });
  });
});

describe("a file sent by a customer", () => {
  it("has our address in webhook and message, and is downloaded once available", async () => {
    const shop = await openShop();
    const url = `${receiver.url}/${shop.org.orgId}`;
    const input = { url, events: ["message.received" as const], description: "", mode: "live" as const };
    await createEndpoint({ ctx: shop.org.ctx, input });
    const content = await picture();
    const id = await chats.atMeta(shop, content, "image/jpeg");
    await chats.receive(shop, { type: "image", image: { id, mime_type: "image/jpeg", caption: "Hii?" } });
    const hooks = createHookClient({ allowLoopback: true });
    await deliverDue(platform.services, hooks);
    await hooks.close();
    const [received] = receiver.take();
    const { data } = JSON.parse(received!.body);
    expect(data).toMatchObject({
      message_type: "image",
      media: {
        type: "image",
        content_type: "image/jpeg",
        caption: "Hii?",
        url: expect.stringMatching(/\/api\/v1\/media\/med_\w+\/content$/),
      },
    });
    const early = await ask(shop.key, `/media/${data.media.id}/content`);
    expect([early.status, early.headers.get("retry-after")]).toEqual([409, "5"]);
    await platform.runJobs();
    expect((await download(data.media.url, shop.key)).bytes.equals(content)).toBe(true);
    const message = await answerOf(ask(shop.key, `/messages/${data.message_id}`));
    expect(message.body.media).toMatchObject({ id: data.media.id, status: "ready", url: data.media.url });
  });
});

it("files of a test key are separate, and nothing is sent", async () => {
  const { org } = await openShop();
  const key = await keyOf(org, "test");
  const { body } = await upload(key, pdf, "receipt.pdf");
  const sent = await send(key, { media: { id: body.id, caption: "Risiti" } });
  expect(sent.body).toMatchObject({
    type: "document",
    status: "delivered",
    media: { id: body.id, url: body.url },
  });
  const linked = await send(key, { media: { link: "https://shop.example.com/photo.jpg" } });
  expect(linked.body).toMatchObject({ type: "image", status: "delivered" });
  expect((await ask(key, `/media/${body.id}`, { method: "DELETE" })).status).toBe(200);
});
