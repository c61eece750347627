import { beforeEach, describe, expect, it } from "vitest";
import { optOut, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

/** A contact who had consented, and opted out at the given time. */
async function addOptedOut(phone: string): Promise<Date> {
  const { contactId } = await platform.call("POST /contacts", { phone, consent: "granted" }, org);
  const at = platform.clock.now();
  await platform.services.db.withSystem((tx) =>
    optOut(tx, { orgId: org.orgId, contactId, source: "whatsapp:STOP", at }),
  );
  return at;
}

describe("numbers that are repeated or already known", () => {
  it("are merged: the later name wins, tags unite, consent stays", async () => {
    const done = await imports.imported(
      org,
      "phone,name,tags,consent,town\n0712345678,Asha,a,yes,Voi\n+254712345678,Asha M,b,no,\n712345678,,c,,Taita\n",
    );
    expect(done).toMatchObject({ rowsRead: 3, created: 1, updated: 2, rejected: 0 });
    expect(await imports.stored(org)).toMatchObject([
      { name: "Asha M", tags: ["a", "b", "c"], consent: "granted", fields: { town: "Taita" } },
    ]);
  });

  it.each([
    ["en", ",no,", ",yes,"],
    ["sw", ",hapana,", ",ndiyo,"],
    ["fr", ",non,", ",oui,"],
  ] as const)(
    "from our own export in “%s” come back unchanged, opt-outs above all",
    async (locale, no, yes) => {
      await imports.imported(org, "phone,name,tags,consent,town\n0712345678,Asha,a,yes,Voi\n");
      await addOptedOut("0722000111");
      const answer = await withLocale(locale, () => platform.request("GET /contacts/export", {}, org));
      const file = await answer.text();
      const other = await platform.createOrg("Soko Safi");
      const done = await imports.imported(other, file.replaceAll(no, yes));
      expect(done).toMatchObject({ created: 2, rejected: 0 });
      expect(await imports.stored(other)).toMatchObject([
        { name: "Asha", tags: ["a"], consent: "granted", fields: { town: "Voi" } },
        {
          consent: "none",
          consentSource: expect.stringMatching(/^import: /),
          optedOutAt: expect.any(Date),
          fields: {},
        },
      ]);
      expect((await imports.stored(other)).map(({ fields }) => Object.keys(fields))).toEqual([["town"], []]);
    },
  );

  it("restore no consent that a person has withdrawn", async () => {
    const file = "phone,consent\n0712345678,yes\n0712345679,yes\n";
    await imports.imported(org, file);
    const [first] = await imports.stored(org);
    const at = platform.clock.now();
    await platform.services.db.withSystem((tx) =>
      stopMarketing(tx, { orgId: org.orgId, contactId: first!.id, source: "whatsapp:preferences", at }),
    );
    platform.clock.advance(60_000);
    await imports.imported(org, file);
    expect(await imports.stored(org)).toMatchObject([
      { consent: "none", consentSource: "whatsapp:preferences", consentAt: at },
      { consent: "granted" },
    ]);
  });

  it.each([
    ["opted out", "Unsubscribed"],
    ["unsubscribed", "yes"],
    ["no,unsubscribed", "no,1"],
  ])("are opted out when a row says so, in “%s” by “%s”", async (columns, cells) => {
    const header = columns.replace("no,", "opt out,");
    await imports.imported(org, `phone,consent,${header}\n0712345678,yes,${cells}\n`);
    expect(await imports.stored(org)).toMatchObject([
      { consent: "none", optedOutAt: expect.any(Date), fields: {} },
    ]);
  });

  it("opt out known contacts once, and not those whose cell is empty or says no", async () => {
    await imports.imported(org, "phone,consent\n0712345678,yes\n0712345679,yes\n0712345670,yes\n");
    const at = await addOptedOut("0722000111");
    platform.clock.advance(60_000);
    await imports.imported(
      org,
      "phone,opted out\n0712345678,2026-11-22T11:57:51+03:00\n0712345679,\n0712345670,no\n0722000111,yes\n",
    );
    const by = Object.fromEntries((await imports.stored(org)).map((contact) => [contact.phone, contact]));
    expect(by).toMatchObject({
      "+254712345678": { consent: "none", optedOutAt: platform.clock.now() },
      "+254712345679": { consent: "granted", optedOutAt: null },
      "+254712345670": { consent: "granted", optedOutAt: null },
      "+254722000111": { consent: "none", consentSource: "whatsapp:STOP", optedOutAt: at },
    });
  });

  it("keep parts of a name with columns of their own as fields", async () => {
    await imports.imported(org, "phone,name,first name\n0712345678,Dr. Achieng Odhiambo,Achieng\n");
    expect(await imports.stored(org)).toMatchObject([
      { name: "Dr. Achieng Odhiambo", fields: { "first name": "Achieng" } },
    ]);
  });

  it("keep what known contacts have, above all an opt-out", async () => {
    await platform.call(
      "POST /contacts",
      { phone: "0712345678", name: "Asha", tags: "old", consent: "granted" },
      org,
    );
    const at = await addOptedOut("0722000111");
    platform.clock.advance(60_000);
    const done = await imports.imported(org, "phone,tags,consent\n0712345678,new,no\n0722000111,new,yes\n");
    expect(done).toMatchObject({ created: 0, updated: 2 });
    expect(await imports.stored(org)).toMatchObject([
      { name: "Asha", tags: ["new", "old"], consent: "granted", consentSource: "member" },
      { tags: ["new"], consent: "none", consentSource: "whatsapp:STOP", optedOutAt: at },
    ]);
  });
});
