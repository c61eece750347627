import { beforeEach, describe, expect, it } from "vitest";
import { bucketAt, setUpBucket } from "#tests/support/bucket.ts";
import { setUpElsewhere } from "#tests/support/elsewhere.ts";
import { createMediaChats } from "#tests/support/mediaChats.ts";
import { pdf, picture } from "#tests/support/mediaFiles.ts";
import { setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const setup = setUpWhatsappPlatform();
const { platform } = setup;
const chats = createMediaChats(setup);
const bucket = setUpBucket();
const elsewhere = setUpElsewhere(platform);

const download = (cookie: string, mediaId: string, headers: Record<string, string> = {}) =>
  elsewhere.fetch(
    new Request(`http://localhost:4000/api/media/${mediaId}`, {
      headers: { cookie, "x-client-address": "10.0.0.1", "sec-fetch-site": "same-origin", ...headers },
    }),
  );

describe.each([
  ["the database", () => ({ s3: undefined, fileStore: "database" as const })],
  ["S3", () => ({ s3: bucketAt(bucket) })],
])("files of machines with separate disks, in %s", (_, storeOf) => {
  beforeEach(() => {
    platform.services.config = { ...platform.services.config, ...storeOf() };
  });

  it("one uploaded to the first is sent and shown by the second", async () => {
    const shop = await chats.openShop();
    await chats.receive(shop, { type: "text", text: { body: "Habari" } });
    const { conversation } = await chats.threadOf(shop);
    const bytes = await picture();
    const answer = await chats.upload(shop.org, conversation.id, chats.formOf(bytes, "unga.jpg"));
    const { messageId } = (await answer.json()) as { messageId: string };
    await elsewhere.runJobs();
    expect((await chats.rowOf(shop, messageId)).dueAt).not.toBeNull();
    const { attachment } = await chats.lastOf(shop);
    const shown = await download(shop.org.cookie, attachment!.id);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await download(shop.org.cookie, attachment!.id, { range: "bytes=2-5" });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(2, 6)]);
  });

  it("one received by the second is shown by the first", async () => {
    const shop = await chats.openShop();
    const id = await chats.atMeta(shop, pdf, "application/pdf");
    const document = { id, mime_type: "application/pdf", filename: "bei.pdf" };
    await chats.receive(shop, { type: "document", document });
    await elsewhere.runJobs();
    const { attachment } = await chats.lastOf(shop);
    expect(attachment).toMatchObject({ state: "ready", kind: "document" });
    const shown = await chats.fetchFile(shop.org, attachment!.id);
    expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true);
    expect(elsewhere.filesLeft()).toEqual([]);
  });
});
