import { beforeEach, describe, expect, it } from "vitest";
import { botSourceFiles } from "#app/db/schema/bots/bots.ts";
import { pdfOf, wordParts, zipOf, zipPart } from "#tests/support/hostileFiles.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let org: TestOrg;
let botId: string;
beforeEach(async () => {
  org = await platform.createOrg();
  ({ botId } = await platform.call("POST /bots", { name: "Duka bot", about: "Sells household goods." }, org));
});

function upload(fileName: string, content: string | Buffer, as = org) {
  const form = new FormData();
  form.set("file", new Blob([content as BlobPart]), fileName);
  return platform.api.fetch(
    new Request(`http://localhost:4000/api/bots/${botId}/documents`, {
      method: "POST",
      body: form,
      headers: { cookie: as.cookie, "sec-fetch-site": "same-origin", "x-client-address": "10.0.0.1" },
    }),
  );
}

const sources = async () => (await platform.call("GET /bots/:botId", { botId }, org)).sources;
const answers = async () => {
  const { entries } = await platform.call("GET /bots/:botId/entries", { botId }, org);
  return entries.flatMap(({ texts }) => texts.map(({ question, answer }) => [question, answer])).sort();
};
const filesLeft = () => platform.services.db.withOrg(org.orgId, (tx) => tx.select().from(botSourceFiles));

describe("a document of a bot", () => {
  it("is read by a job, and stored only until then", async () => {
    expect((await upload("prices.csv", "Question,Answer\nDelivery?,KES 350 to Nakuru\n")).status).toBe(200);
    expect(await sources()).toMatchObject([{ name: "prices.csv", status: "waiting", entryCount: 0 }]);
    expect(await filesLeft()).toHaveLength(1);
    await platform.runJobs();
    expect(await sources()).toMatchObject([
      { name: "prices.csv", status: "read", entryCount: 1, problem: null, nextReadAt: null },
    ]);
    expect(await answers()).toEqual([["Delivery?", "KES 350 to Nakuru"]]);
    expect(await filesLeft()).toEqual([]);
  });

  it.each([
    ["a.docx", zipOf(wordParts("<w:p><w:r><w:t>We deliver all over Kenya in a day.</w:t></w:r></w:p>"))],
    ["a.pdf", pdfOf("BT /F1 12 Tf (We deliver all over Kenya in a day.) Tj ET\n".padEnd(1024 * 1024), 1)],
    ["a.txt", Buffer.from("We deliver all over Kenya in a day.")],
  ])("may be %s", async (name, bytes) => {
    await upload(name, bytes);
    await platform.runJobs();
    expect(await sources()).toMatchObject([{ status: "read", entryCount: 1 }]);
    expect((await answers())[0]?.[1]).toBe("We deliver all over Kenya in a day.");
  });

  it("with the same name replaces one that is still pending", async () => {
    await upload("prices.csv", "Delivery?,KES 350 to Nakuru\n");
    await upload("prices.csv", "Delivery?,KES 400 to Nakuru\n");
    await platform.runJobs();
    expect(await sources()).toMatchObject([{ status: "read", entryCount: 1 }]);
    expect(await answers()).toEqual([["Delivery?", "KES 400 to Nakuru"]]);
  });

  it("that can't be read keeps its earlier entries, and shows the reason", async () => {
    await upload("prices.docx", zipOf(wordParts("<w:p><w:r><w:t>Delivery costs KES 350.</w:t></w:r></w:p>")));
    await platform.runJobs();
    await upload("prices.docx", zipOf([...wordParts("<w:p/>"), zipPart("word/vbaProject.bin", "x")]));
    await platform.runJobs();
    expect(await sources()).toMatchObject([
      {
        status: "failed",
        problem: "The document has macros. Save it as .docx without macros, and upload that.",
        entryCount: 1,
        nextReadAt: null,
      },
    ]);
    expect(await answers()).toHaveLength(1);
    expect(await filesLeft()).toEqual([]);
  });

  it("is deleted with its file before it is read, and its job skips it", async () => {
    await upload("prices.csv", "Delivery?,KES 350 to Nakuru\n");
    const [source] = await sources();
    await platform.call("DELETE /bots/:botId/sources/:sourceId", { botId, sourceId: source!.id }, org);
    expect(await filesLeft()).toEqual([]);
    await platform.runJobs();
    expect(await sources()).toEqual([]);
  });

  it("can't be uploaded to another organisation's bot", async () => {
    const other = await platform.createOrg("Soko Safi");
    expect((await upload("prices.csv", "Delivery?,free\n", other)).status).toBe(404);
    expect(platform.waiting).toEqual([]);
  });
});
