import { describe, expect, it } from "vitest";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { createMediaChats } from "#tests/support/mediaChats.ts";
import { opusPackets, webmOf } from "#tests/support/webm.ts";
import { setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const setup = setUpWhatsappPlatform();
const { platform } = setup;
const { openShop, receive, threadOf, lastOf, formOf, upload, rowOf } = createMediaChats(setup);

async function inConversation() {
  const shop = await openShop();
  await receive(shop, { type: "text", text: { body: "Habari" } });
  const { conversation } = await threadOf(shop);
  return { shop, conversationId: conversation.id };
}

describe("what a browser records", () => {
  it("as WebM is sent as an Ogg voice message, and iPhones get a copy of it, also by range", async () => {
    const { shop, conversationId } = await inConversation();
    const recorded = webmOf(opusPackets(100));
    const answer = await upload(shop.org, conversationId, formOf(recorded, "voice.webm", {}));
    const { messageId } = (await answer.json()) as { messageId: string };
    await platform.runJobs();
    const row = await rowOf(shop, messageId);
    expect(JSON.parse(composeBody(row as unknown as Outgoing, null))).toMatchObject({
      type: "audio",
      audio: { id: expect.stringMatching(/^\d+$/), voice: true },
    });
    const { attachment, isVoice } = await lastOf(shop);
    expect([attachment?.contentType, attachment?.fileName, isVoice]).toEqual([
      "audio/ogg",
      "voice.ogg",
      true,
    ]);
    const get = (query: string, range?: string) =>
      platform.api.fetch(
        new Request(`http://localhost:4000/api/media/${attachment!.id}${query}`, {
          headers: {
            cookie: shop.org.cookie,
            "x-client-address": "10.0.0.1",
            ...(range ? { range } : {}),
          },
        }),
      );
    const ogg = Buffer.from(await (await get("")).arrayBuffer());
    expect(ogg.toString("latin1", 0, 4)).toBe("OggS");
    const copy = await get("?as=caf");
    expect([copy.status, copy.headers.get("content-type")]).toEqual([200, "audio/x-caf"]);
    const caf = Buffer.from(await copy.arrayBuffer());
    expect([caf.toString("latin1", 0, 4), Number(copy.headers.get("content-length"))]).toEqual([
      "caff",
      caf.length,
    ]);
    // Safari requests two bytes first.
    const part = await get("?as=caf", "bytes=0-1");
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 0-1/${caf.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).toString()).toBe("ca");
  });

  it("with a picture in it is refused, and so is a copy of another kind of file", async () => {
    const { shop, conversationId } = await inConversation();
    const video = webmOf(opusPackets(10), ["A_OPUS", "V_VP8"]);
    const refused = await upload(shop.org, conversationId, formOf(video, "film.webm", {}));
    expect(await refused.json()).toMatchObject({ code: "media.not_allowed" });
    const text = await upload(shop.org, conversationId, formOf(Buffer.from("Bei"), "prices.txt", {}));
    expect(text.status).toBe(200);
    const { attachment } = await lastOf(shop);
    const mediaId = attachment!.id;
    const copy = await platform.request("GET /media/:mediaId", { mediaId, as: "caf" }, shop.org);
    expect(copy.status).toBe(404);
  });
});
