import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { media } from "#app/db/schema/messaging/media.ts";
import { sweepMedia } from "#app/domain/messaging/media/sweep.server.ts";
import { applyEvents } from "#app/domain/messaging/webhooks/applyEvents.server.ts";
import { createMediaChats } from "#tests/support/mediaChats.ts";
import { pdf, picture, program, voice } from "#tests/support/mediaFiles.ts";
import { connectOrg, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const setup = setUpWhatsappPlatform();
const { platform } = setup;
const { openShop, atMeta, receive, threadOf, lastOf, fetchFile } = createMediaChats(setup);

describe("a customer's file", () => {
  it("is fetched once, however often Meta reports it, and shown with its size and thumbnail", async () => {
    const shop = await openShop();
    const bytes = await picture();
    const id = await atMeta(shop, bytes, "image/jpeg");
    const sha256 = createHash("sha256").update(bytes).digest("base64");
    await receive(
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

  it("of a type that browsers would run is only ever downloaded", async () => {
    const shop = await openShop();
    const id = await atMeta(shop, Buffer.from("<html><script>alert(1)</script></html>"), "text/html");
    await receive(shop, { type: "document", document: { id, mime_type: "text/html", filename: 'a".html' } });
    await platform.runJobs();
    const { attachment } = await lastOf(shop);
    const answer = await fetchFile(shop.org, attachment!.id);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="a_.html"/);
    await answer.body?.cancel();
  });

  it("that Meta no longer has, or that is mismatched or a program, ends with that state", async () => {
    const shop = await openShop();
    const states = async (message: Record<string, unknown>) => {
      await receive(shop, message);
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

  it("that could not be fetched is retried when a member asks", async () => {
    const shop = await openShop();
    const id = await atMeta(shop, pdf, "application/pdf");
    await receive(shop, { type: "document", document: { id, filename: "order.pdf" } });
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

  it("is deleted with its message, in the store too", async () => {
    const shop = await openShop();
    const id = await atMeta(shop, pdf, "application/pdf");
    await receive(shop, { type: "document", document: { id, filename: "order.pdf" } });
    await platform.runJobs();
    const { attachment } = await lastOf(shop);
    const { conversation } = await threadOf(shop);
    await platform.call("DELETE /contacts/:contactId", { contactId: conversation.contactId }, shop.org);
    expect((await fetchFile(shop.org, attachment!.id)).status).toBe(404);
    expect((await sweepMedia(platform.services)).removed).toBe(1);
  });
});

/** The expected thread after each of Meta's bodies was applied, by file name. */
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

it.each(Object.entries(arrived))("%s is shown correctly in the thread", async (name, expected) => {
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
