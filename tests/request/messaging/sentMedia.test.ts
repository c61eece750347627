import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { media } from "#app/db/schema/messaging/media.ts";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import { MediaAtNumber } from "#app/domain/messaging/sender/mediaAtNumber.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { reuploadFiles } from "#app/domain/messaging/sender/verdict.ts";
import { scanFile } from "#app/providers/clamav/scan.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { createMediaChats } from "#tests/support/mediaChats.ts";
import { hugePng, pdf, picture, program } from "#tests/support/mediaFiles.ts";
import { createTestPlatform } from "#tests/support/platform.ts";
import { setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const setup = setUpWhatsappPlatform();
const { platform, simulator } = setup;
const { openShop, receive, threadOf, lastOf, formOf, upload, rowOf, tokenOf } = createMediaChats(setup);

describe("a file of ours", () => {
  /** A shop whose customer just wrote. */
  async function inConversation() {
    const shop = await openShop();
    const wamid = await receive(shop, { type: "text", text: { body: "Habari" } });
    const { conversation, messages: thread } = await threadOf(shop);
    return { shop, wamid, conversationId: conversation.id, written: thread[0]!.id };
  }

  it("is uploaded to Meta once and sent by its id, though the form was posted twice", async () => {
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
    // Meta knows the id: the message is accepted.
    const { accessToken, account } = await tokenOf(shop);
    expect(account).toBe(shop.org.wabaId);
    const posted = await fetch(`${simulator.url}/v25.0/${shop.phoneNumberId}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(sent),
    });
    expect(posted.status).toBe(200);
  });

  it("is refused when its type is wrong, it is executable, too large or a decompression bomb", async () => {
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

  it("of 2 GB is refused without reading it", async () => {
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

  it("permanently refused by Meta fails its message", async () => {
    const { shop, conversationId } = await inConversation();
    const answer = await upload(shop.org, conversationId, formOf(pdf, "order.pdf"));
    const { messageId } = (await answer.json()) as { messageId: string };
    // The stored row has a type that Meta refuses.
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.update(media).set({ contentType: "application/zip" }).where(eq(media.messageId, messageId)),
    );
    await platform.runJobs();
    expect(await rowOf(shop, messageId)).toMatchObject({ state: "failed", errorCode: 131053 });
  });

  it("lost by Meta is uploaded again, and its message retried once", async () => {
    const { shop, conversationId } = await inConversation();
    const answer = await upload(shop.org, conversationId, formOf(pdf, "order.pdf"));
    const { messageId } = (await answer.json()) as { messageId: string };
    const [file] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.select().from(media).where(eq(media.messageId, messageId)),
    );
    const { accessToken } = await tokenOf(shop);
    const { phoneNumberId } = shop;
    const atMeta = (metaMediaId: string, method = "GET") =>
      fetch(`${simulator.url}/v25.0/${metaMediaId}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}` },
      });
    const ofNumber = new MediaAtNumber(platform.services, { orgId: shop.org.orgId, phoneNumberId });
    const given = async () => {
      await ofNumber.load(new Set([file!.id]), accessToken);
      return ofNumber.find(file!.id)!.id;
    };
    const first = await given();
    expect(await given()).toBe(first);
    expect((await atMeta(first, "DELETE")).status).toBe(200);
    // A file uploaded a moment ago is not the cause of the refusal.
    expect(ofNumber.haveBeenThere([file!.id])).toEqual([]);
    platform.clock.advance(3_600_000);
    expect(ofNumber.haveBeenThere([file!.id])).toEqual([file!.id]);
    await ofNumber.forget([file!.id]);
    const second = await given();
    expect([second === first, (await atMeta(second)).status]).toEqual([false, 200]);

    const row = (await rowOf(shop, messageId)) as unknown as Outgoing;
    const at = platform.clock.now();
    const refused = { move: { id: messageId, state: "failed" as const, at, errorCode: 131053 } };
    expect(reuploadFiles(row, refused, at)).toMatchObject({ move: { state: "queued", attempted: true } });
    expect(reuploadFiles({ ...row, attempts: 1 }, refused, at)).toBeNull();
  });

  it("is checked by the virus scanner when there is one", async () => {
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

describe("locations, cards, reactions, questions and replies to messages", () => {
  it("are shown in the thread with their type, from both sides", async () => {
    const shop = await openShop();
    const wamid = await receive(shop, { type: "text", text: { body: "Mko wapi?" } });
    const { conversation, messages: thread } = await threadOf(shop);
    const conversationId = conversation.id;
    const key = randomUUID();
    const place = { latitude: -1.286389, longitude: 36.817223, name: "Duka Letu" };
    await platform.call(
      "POST /conversations/:conversationId/location",
      { conversationId, key, ...place },
      shop.org,
    );
    const card = { name: "Juma the rider", phone: "0722 000 222", company: "Boda Express" };
    const sendCard = (more: object) =>
      platform.request(
        "POST /conversations/:conversationId/card",
        { conversationId, key, ...card, ...more },
        shop.org,
      );
    expect((await sendCard({ phone: "12" })).status).toBe(400);
    const twice = await Promise.all([sendCard({}), sendCard({})].map(async (sent) => (await sent).json()));
    expect(twice[0]).toEqual(twice[1]);
    const cardRow = await rowOf(shop, (twice[0] as { messageId: string }).messageId);
    expect(JSON.parse(composeBody(cardRow as unknown as Outgoing, null))).toMatchObject({
      type: "contacts",
      contacts: [{ name: { formatted_name: card.name }, phones: [{ phone: "+254722000222" }] }],
    });
    const choices = { text: "Tuletee lini?", choices: "Leo\nKesho", key };
    await platform.call(
      "POST /conversations/:conversationId/choices",
      { conversationId, ...choices },
      shop.org,
    );
    const react = { conversationId, messageId: thread[0]!.id, emoji: "👍", key };
    await platform.call("POST /conversations/:conversationId/reaction", react, shop.org);
    await receive(shop, { type: "reaction", reaction: { message_id: wamid, emoji: "🙏" } });
    await receive(shop, {
      type: "contacts",
      contacts: [{ name: { formatted_name: "Otieno" }, phones: [{ phone: "+254722000111" }] }],
    });
    await receive(shop, { type: "text", text: { body: "Yes please" }, context: { id: wamid } });
    const shown = (await threadOf(shop)).messages;
    expect(shown[0]!.reactions.toSorted((a, b) => Number(a.isOurs) - Number(b.isOurs))).toEqual([
      { emoji: "🙏", isOurs: false },
      { emoji: "👍", isOurs: true },
    ]);
    expect(shown.find(({ location }) => location)).toMatchObject({ location: place });
    expect(shown.find(({ choices }) => choices.length > 0)).toMatchObject({ choices: ["Leo", "Kesho"] });
    expect(shown.flatMap(({ cards }) => cards.map(({ phones }) => phones)).toSorted()).toEqual([
      ["+254722000111"],
      ["+254722000222"],
    ]);
    expect(shown.find(({ content }) => content === "Yes please")).toMatchObject({
      quote: { words: "Mko wapi?", isOurs: false },
    });
    // A reaction is no reply.
    expect((await threadOf(shop)).conversation.state).toBe("waiting");
  });

  it("a question keeps to WhatsApp's limits", async () => {
    const shop = await openShop();
    await receive(shop, { type: "text", text: { body: "Habari" } });
    const { conversation } = await threadOf(shop);
    const ask = (more: object) =>
      platform.request(
        "POST /conversations/:conversationId/choices",
        { conversationId: conversation.id, text: "Lini?", key: randomUUID(), ...more },
        shop.org,
      );
    expect((await ask({ choices: "1\n2\n3\n4" })).status).toBe(400);
    expect((await ask({ choices: "An answer that is far too long" })).status).toBe(400);
    expect((await ask({ choices: "Leo\n".repeat(800) })).status).toBe(400);
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
