import { createHash, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { media } from "#app/db/schema/media.ts";
import { messages } from "#app/db/schema/messaging.ts";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/work.server.ts";
import { applyEvents } from "#app/domain/messaging/webhooks/applyEvents.server.ts";
import { hugePng, pdf, picture, program, voice } from "#tests/support/mediaFiles.ts";
import { createTestPlatform, type TestOrg } from "#tests/support/platform.ts";
import { connectOrg, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();
const customer = "254712345678";

async function openShop() {
  const org = await connectOrg(platform);
  const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
  return { org, phoneNumberId: numbers[0]!.phoneNumberId };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** What the customer sends stands with Meta. */
async function atMeta(shop: Shop, content: Buffer, contentType: string): Promise<string> {
  const response = await fetch(`${simulator.url}/_sim/media?phoneNumberId=${shop.phoneNumberId}`, {
    method: "POST",
    headers: { "content-type": contentType },
    body: new Uint8Array(content),
  });
  return ((await response.json()) as { id: string }).id;
}

let count = 0;

/** Meta tells of messages of the customer, as often as it likes. */
async function tells(shop: Shop, message: Record<string, unknown>, times = 1): Promise<string> {
  count += 1;
  const wamid = `wamid.media.${count}`;
  const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
  const value = {
    metadata: { phone_number_id: shop.phoneNumberId },
    contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: customer }],
    messages: [{ from: customer, id: wamid, timestamp, ...message }],
  };
  const entry = [{ id: shop.org.wabaId, changes: [{ field: "messages", value }] }];
  const body = JSON.stringify({ object: "whatsapp_business_account", entry });
  for (let time = 0; time < times; time++)
    await platform.services.db.withSystem((tx) => applyEvents(tx, platform.services, [body]));
  // Asked by hand, the simulator opens the window as a customer's message does.
  return wamid;
}

async function threadOf(shop: Shop) {
  const { conversations } = await platform.call("GET /conversations", {}, shop.org);
  const conversationId = conversations[0]!.id;
  return platform.call("GET /conversations/:conversationId", { conversationId }, shop.org);
}

const lastOf = async (shop: Shop) => (await threadOf(shop)).messages.at(-1)!;

function formOf(content: Buffer, fileName: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ key: randomUUID(), ...fields })) form.set(name, value);
  form.set("file", new File([new Uint8Array(content)], fileName));
  return form;
}

const upload = (as: { cookie: string }, conversationId: string, form: FormData) =>
  platform.api.fetch(
    new Request(`http://localhost:4000/api/conversations/${conversationId}/media`, {
      method: "POST",
      headers: { cookie: as.cookie, "x-client-address": "10.0.0.1", "sec-fetch-site": "same-origin" },
      body: form,
    }),
  );

const fetchFile = (as: TestOrg, mediaId: string, query = "", headers: Record<string, string> = {}) =>
  platform.api.fetch(
    new Request(`http://localhost:4000/api/media/${mediaId}${query}`, {
      headers: {
        cookie: as.cookie,
        "x-client-address": "10.0.0.1",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
    }),
  );

const rowOf = async (shop: Shop, id: string) => {
  const [row] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.id, id))),
  );
  return row!;
};

describe("a customer's file", () => {
  it("is fetched once, however often Meta tells of it, and shown with its size and a small picture", async () => {
    const shop = await openShop();
    const bytes = await picture();
    const id = await atMeta(shop, bytes, "image/jpeg");
    const sha256 = createHash("sha256").update(bytes).digest("base64");
    await tells(
      shop,
      { type: "image", image: { id, mime_type: "image/jpeg", sha256, caption: "Risiti" } },
      3,
    );
    expect(platform.waiting.filter(({ job }) => job.name === "fetch-media")).toHaveLength(1);
    expect((await lastOf(shop)).attachment).toMatchObject({ state: "waiting" });
    const before = (await threadOf(shop)).change;
    await platform.runJobs();
    const { attachment, caption } = await lastOf(shop);
    expect({ caption, attachment }).toMatchObject({
      caption: "Risiti",
      attachment: { state: "ready", bytes: bytes.length, thumbnail: { width: 480, height: 320 } },
    });
    expect((await threadOf(shop)).change).not.toBe(before);

    const whole = await fetchFile(shop.org, attachment!.id);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": expect.stringMatching(/^inline/),
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const small = await fetchFile(shop.org, attachment!.id, "?size=small");
    expect(small.headers.get("content-type")).toBe("image/webp");

    const part = await fetchFile(shop.org, attachment!.id, "", { range: "bytes=10-19" });
    expect({ status: part.status, range: part.headers.get("content-range") }).toEqual({
      status: 206,
      range: `bytes 10-19/${bytes.length}`,
    });
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    expect((await fetchFile(shop.org, attachment!.id, "", { range: "bytes=9999999-" })).status).toBe(416);

    const stranger = await connectOrg(platform, "Shop of others");
    expect((await fetchFile(stranger, attachment!.id)).status).toBe(404);
  });

  it("of a kind that browsers would run is only ever saved", async () => {
    const shop = await openShop();
    const id = await atMeta(shop, Buffer.from("<html><script>alert(1)</script></html>"), "text/html");
    await tells(shop, { type: "document", document: { id, mime_type: "text/html", filename: 'a".html' } });
    await platform.runJobs();
    const { attachment } = await lastOf(shop);
    const answer = await fetchFile(shop.org, attachment!.id);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="a_.html"/);
    await answer.body?.cancel();
  });

  it("that Meta no longer has, that is another than promised, or a program, ends as that", async () => {
    const shop = await openShop();
    const states = async (message: Record<string, unknown>) => {
      await tells(shop, message);
      await platform.runJobs();
      return (await lastOf(shop)).attachment?.state;
    };
    expect(await states({ type: "image", image: { id: "1003383421387256" } })).toBe("gone");
    const id = await atMeta(shop, pdf, "application/pdf");
    expect(await states({ type: "document", document: { id, sha256: "bm90IHRoaXM=" } })).toBe("refused");
    const bad = await atMeta(shop, program, "application/pdf");
    expect(await states({ type: "document", document: { id: bad, filename: "order.pdf" } })).toBe("refused");
    const heard = await atMeta(shop, voice, "audio/ogg");
    expect(await states({ type: "audio", audio: { id: heard, voice: true } })).toBe("ready");
    expect((await lastOf(shop)).isVoice).toBe(true);
  });

  it("that could not be fetched is tried again when a member asks", async () => {
    const shop = await openShop();
    const id = await atMeta(shop, pdf, "application/pdf");
    await tells(shop, { type: "document", document: { id, filename: "order.pdf" } });
    const { attachment } = await lastOf(shop);
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .update(media)
        .set({ state: "failed", problem: "unreachable" })
        .where(and(eq(media.orgId, shop.org.orgId), eq(media.id, attachment!.id))),
    );
    await platform.runJobs();
    expect((await lastOf(shop)).attachment?.state).toBe("failed");
    await platform.call("POST /media/:mediaId/fetch", { mediaId: attachment!.id }, shop.org);
    await platform.runJobs();
    expect((await lastOf(shop)).attachment).toMatchObject({ state: "ready", fileName: "order.pdf" });
  });

  it("is gone with its message, in the store too", async () => {
    const shop = await openShop();
    const id = await atMeta(shop, pdf, "application/pdf");
    await tells(shop, { type: "document", document: { id, filename: "order.pdf" } });
    await platform.runJobs();
    const { attachment } = await lastOf(shop);
    const { conversation } = await threadOf(shop);
    await platform.call("DELETE /contacts/:contactId", { contactId: conversation.contactId }, shop.org);
    expect((await fetchFile(shop.org, attachment!.id)).status).toBe(404);
    const { sweepMedia } = await import("#app/domain/messaging/media/sweep.server.ts");
    expect((await sweepMedia(platform.services)).removed).toBe(1);
  });
});

describe("a file of ours", () => {
  /** A shop whose customer just wrote. */
  async function inConversation() {
    const shop = await openShop();
    const wamid = await tells(shop, { type: "text", text: { body: "Habari" } });
    const { conversation, messages: thread } = await threadOf(shop);
    return { shop, wamid, conversationId: conversation.id, written: thread[0]!.id };
  }

  it("is given to Meta and sent by its id once, though the form came twice", async () => {
    const { shop, wamid, conversationId, written } = await inConversation();
    const bytes = await picture();
    const fields = { key: randomUUID(), caption: "Mpya", messageId: written };
    const answers = await Promise.all(
      [1, 2].map(async () =>
        (await upload(shop.org, conversationId, formOf(bytes, "unga.jpg", fields))).json(),
      ),
    );
    const [{ messageId }] = answers as { messageId: string }[] as [{ messageId: string }];
    expect(answers).toEqual([{ messageId }, { messageId }]);
    expect((await rowOf(shop, messageId)).dueAt).toBeNull();
    expect(await lastOf(shop)).toMatchObject({
      caption: "Mpya",
      attachment: { state: "ready", kind: "image" },
      quote: { words: "Habari", isOurs: false },
    });
    await platform.runJobs();
    await platform.runJobs();
    const row = await rowOf(shop, messageId);
    expect(row.dueAt).not.toBeNull();
    const sent = JSON.parse(composeBody(row as unknown as Outgoing, null)) as Record<string, never>;
    expect(sent).toMatchObject({
      type: "image",
      context: { message_id: wamid },
      image: { id: expect.stringMatching(/^\d+$/), caption: "Mpya" },
    });
    // Meta knows the id: the message is taken as it is.
    const { accessToken, account } = await tokenOf(shop);
    expect(account).toBe(shop.org.wabaId);
    const posted = await fetch(`${simulator.url}/v25.0/${shop.phoneNumberId}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(sent),
    });
    expect(posted.status).toBe(200);
  });

  it("is refused when it lies, runs, is too large or unfolds to too much", async () => {
    const { shop, conversationId } = await inConversation();
    const refusals: [Buffer, string, string][] = [
      [program, "prices.pdf", "media.not_allowed"],
      [pdf, "photo.jpg", "media.lies"],
      [Buffer.from("<svg xmlns='x'/>"), "logo.txt", "media.not_allowed"],
      [hugePng(50_000, 50_000), "huge.png", "media.bad_picture"],
      [Buffer.alloc(0), "empty.pdf", "media.empty"],
      [Buffer.concat([await picture(), Buffer.alloc(6 * 1024 * 1024)]), "large.jpg", "media.too_large"],
    ];
    for (const [content, name, code] of refusals) {
      const answer = await upload(shop.org, conversationId, formOf(content, name, { caption: "Kept" }));
      expect(await answer.json(), name).toMatchObject({ code, typed: { caption: "Kept" } });
    }
    expect((await threadOf(shop)).messages).toHaveLength(1);
  });

  it("of 2 GB is refused unread", async () => {
    const { shop, conversationId } = await inConversation();
    let read = 0;
    const body = new ReadableStream({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const answer = await platform.api.fetch(
      new Request(`http://localhost:4000/api/conversations/${conversationId}/media`, {
        method: "POST",
        headers: {
          cookie: shop.org.cookie,
          "x-client-address": "10.0.0.1",
          "sec-fetch-site": "same-origin",
          "content-type": "multipart/form-data; boundary=x",
          "content-length": String(2 * 1024 ** 3),
        },
        body,
        ...({ duplex: "half" } as object),
      }),
    );
    expect(answer.status).toBe(413);
    expect(read).toBeLessThan(20);
  });

  it("that Meta refuses for good fails its message", async () => {
    const { shop, conversationId } = await inConversation();
    const answer = await upload(shop.org, conversationId, formOf(pdf, "order.pdf"));
    const { messageId } = (await answer.json()) as { messageId: string };
    // The kept row names a type that Meta takes no file of.
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.update(media).set({ contentType: "application/zip" }).where(eq(media.messageId, messageId)),
    );
    await platform.runJobs();
    expect(await rowOf(shop, messageId)).toMatchObject({ state: "failed", errorCode: 131053 });
  });

  it("is looked at by the virus scanner where there is one", async () => {
    const scanner = createServer((socket) => {
      let seen = Buffer.alloc(0);
      socket.on("data", (chunk: Buffer) => {
        seen = Buffer.concat([seen, chunk]);
        if (!seen.subarray(-4).equals(Buffer.alloc(4))) return;
        socket.end(seen.includes("EICAR") ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0");
      });
    });
    await new Promise<void>((resolve) => scanner.listen(0, "127.0.0.1", resolve));
    const { port } = scanner.address() as { port: number };
    const { scanFile } = await import("#app/providers/clamav/scan.server.ts");
    const { inWorkspace } = await import("#app/providers/storage/workspace.server.ts");
    const scan = (text: string) =>
      inWorkspace(platform.services.config, async (folder) => {
        await writeFile(`${folder}/a`, text);
        return scanFile({ host: "127.0.0.1", port }, `${folder}/a`);
      });
    expect(await scan("karibu")).toEqual({ clean: true });
    expect(await scan("EICAR")).toEqual({ clean: false, found: "Eicar-Test-Signature" });
    await new Promise((resolve) => scanner.close(resolve));
    await expect(scan("karibu")).rejects.toThrow(/does not answer/);
  });
});

async function tokenOf(shop: Shop) {
  const { accessTokenOf } = await import("#app/domain/whatsapp/accounts/queries.server.ts");
  const { whatsappAccounts } = await import("#app/db/schema/whatsapp.ts");
  const [account] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, shop.org.orgId)),
  );
  return { accessToken: accessTokenOf(platform.services, account!), account: account!.wabaId };
}

describe("places, cards, reactions, questions and answers to messages", () => {
  it("stand in the thread as what they are, from both sides", async () => {
    const shop = await openShop();
    const wamid = await tells(shop, { type: "text", text: { body: "Mko wapi?" } });
    const { conversation, messages: thread } = await threadOf(shop);
    const conversationId = conversation.id;
    const key = randomUUID();
    const place = { latitude: -1.286389, longitude: 36.817223, name: "Duka Letu" };
    await platform.call(
      "POST /conversations/:conversationId/location",
      { conversationId, key, ...place },
      shop.org,
    );
    const choices = { text: "Tuletee lini?", choices: "Leo\nKesho", key };
    await platform.call(
      "POST /conversations/:conversationId/choices",
      { conversationId, ...choices },
      shop.org,
    );
    const react = { conversationId, messageId: thread[0]!.id, emoji: "👍", key };
    await platform.call("POST /conversations/:conversationId/reaction", react, shop.org);
    await tells(shop, { type: "reaction", reaction: { message_id: wamid, emoji: "🙏" } });
    await tells(shop, {
      type: "contacts",
      contacts: [{ name: { formatted_name: "Otieno" }, phones: [{ phone: "+254722000111" }] }],
    });
    await tells(shop, { type: "text", text: { body: "Yes please" }, context: { id: wamid } });
    const shown = (await threadOf(shop)).messages;
    expect(shown[0]!.reactions.toSorted((a, b) => Number(a.isOurs) - Number(b.isOurs))).toEqual([
      { emoji: "🙏", isOurs: false },
      { emoji: "👍", isOurs: true },
    ]);
    expect(shown.find(({ location }) => location)).toMatchObject({ location: place });
    expect(shown.find(({ choices }) => choices.length > 0)).toMatchObject({ choices: ["Leo", "Kesho"] });
    expect(shown.find(({ cards }) => cards.length > 0)!.cards[0]).toMatchObject({
      phones: ["+254722000111"],
    });
    expect(shown.at(-1)).toMatchObject({ quote: { words: "Mko wapi?", isOurs: false } });
    // A reaction is no answer.
    expect((await threadOf(shop)).conversation.state).toBe("waiting");
  });

  it("a question keeps to WhatsApp's limits", async () => {
    const shop = await openShop();
    await tells(shop, { type: "text", text: { body: "Habari" } });
    const { conversation } = await threadOf(shop);
    const ask = (more: object) =>
      platform.request(
        "POST /conversations/:conversationId/choices",
        { conversationId: conversation.id, text: "Lini?", key: randomUUID(), ...more },
        shop.org,
      );
    expect((await ask({ choices: "1\n2\n3\n4" })).status).toBe(400);
    expect((await ask({ choices: "An answer that is far too long" })).status).toBe(400);
    expect((await ask({ choices: "1|one\n2\n3\n4", shownAs: "list" })).status).toBe(200);
  });
});

it("outside of the window nothing is uploaded", async () => {
  const lonely = await createTestPlatform();
  const org = await lonely.createOrg();
  const answer = await lonely.api.fetch(
    new Request("http://localhost:4000/api/conversations/cnv_x/media", {
      method: "POST",
      headers: { cookie: org.cookie, "x-client-address": "10.0.0.1", "sec-fetch-site": "same-origin" },
      body: formOf(pdf, "order.pdf"),
    }),
  );
  expect(answer.status).toBe(404);
  await lonely.close();
});

/** What stands in the thread when each body of Meta's has been applied, by the name of its file. */
const arrived: Record<string, object> = {
  in_text: { type: "text", attachment: null },
  in_text_unicode: { type: "text" },
  in_text_reply_context: { type: "text", content: "Yes please" },
  in_text_forwarded: { type: "text", isForwarded: true },
  in_image: { type: "image", caption: "Risiti", attachment: { kind: "image", state: "waiting" } },
  in_audio_voice: { type: "audio", isVoice: true, attachment: { kind: "audio" } },
  in_document: { type: "document", attachment: { kind: "document", fileName: "order.pdf" } },
  in_sticker: { type: "sticker", attachment: { kind: "sticker" } },
  in_location: { type: "location", location: { name: "CBD", address: "Nairobi" } },
  in_button_reply: { type: "interactive", content: "Confirm" },
  in_list_reply: { type: "interactive", content: "10:00", chosen: "Monday" },
  in_template_quick_reply: { type: "button", content: "Stop promotions" },
  in_reaction: { type: "reaction", content: "Reacted 👍" },
  in_unsupported: { type: "unsupported" },
};

it.each(Object.entries(arrived))("%s stands in the thread as it should", async (name, expected) => {
  const shop = await openShop();
  const url = new URL(`../../fixtures/whatsapp-webhooks/${name}.json`, import.meta.url);
  const body = JSON.parse(await readFile(url, "utf8")) as {
    entry: { id: string; changes: { value: { metadata: object } }[] }[];
  };
  body.entry[0]!.id = shop.org.wabaId;
  body.entry[0]!.changes[0]!.value.metadata = { phone_number_id: shop.phoneNumberId };
  await platform.services.db.withSystem((tx) => applyEvents(tx, platform.services, [JSON.stringify(body)]));
  expect(await lastOf(shop)).toMatchObject(expected);
  platform.waiting.splice(0);
});
