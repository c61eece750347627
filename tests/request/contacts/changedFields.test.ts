import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { importsOn } from "#tests/support/imports.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { connectWhatsapp, createPrepaidOrg, draftCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

const define = async (name: string, type: string, options: string[] = []) =>
  (await platform.call("POST /fields", { name, type, options } as never, org)).fieldId;
const make = async (name: string, phone: string, fields: Record<string, unknown>) =>
  (await platform.call("POST /contacts", { name, phone, fields } as never, org)).contactId;
const change = (fieldId: string, to: Record<string, unknown>) =>
  platform.call("PUT /fields/:fieldId", { fieldId, ...to } as never, org);
const fieldsOf = async (contactId: string) =>
  (await platform.call("GET /contacts/:contactId", { contactId }, org)).contact.fields;
const count = async (of: string, op: string, value = "") => {
  const conditions = JSON.stringify({ match: "all", conditions: [{ about: "field", of, op, value }] });
  return (await platform.call("GET /conditions", { conditions }, org)).count;
};

describe("a renamed field", () => {
  it("keeps contacts' values, and segments still find it", async () => {
    const town = await define("Town", "text");
    const asha = await make("Asha", "0712345678", { Town: "Voi", Notes: "free" });
    await change(town, { name: "Home town" });
    expect(await fieldsOf(asha)).toEqual({ "Home town": "Voi", Notes: "free" });
    expect(await count(town, "is", "voi")).toBe(1);
    await change(town, { name: "HOME TOWN" });
    expect(await fieldsOf(asha)).toEqual({ "HOME TOWN": "Voi", Notes: "free" });
  });

  it("is updated in the variables of campaigns", async () => {
    org = await createPrepaidOrg(platform);
    const body = { type: "BODY" as const, text: "Karibu {{1}}.", example: { body_text: [["Voi"]] } };
    const sender = await connectWhatsapp(platform, org, { components: [body] });
    const town = await define("Town", "text");
    await make("Asha", "0712345678", { Town: "Voi" });
    const campaignId = await draftCampaign(platform, org, sender);
    const variables = { "1": { from: "contact" as const, field: "fields.town", fallback: "Kenya" } };
    await platform.call("PUT /campaigns/:campaignId", { campaignId, variables }, org);
    await change(town, { name: "Home town" });
    const { rows } = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.execute<{ field: string }>(
        sql`select variables -> '1' ->> 'field' as field from campaigns where id = ${campaignId}`,
      ),
    );
    expect(rows).toEqual([{ field: "fields.Home town" }]);
  });

  it("is refused where another field has the name, and for another organisation", async () => {
    const town = await define("Town", "text");
    await define("County", "text");
    const put = (as: TestOrg) =>
      platform.request("PUT /fields/:fieldId", { fieldId: town, name: "COUNTY", options: [] } as never, as);
    const refused = await put(org);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: "field.name_taken" }),
    ]);
    expect((await put(await platform.createOrg("Soko Safi"))).status).toBe(404);
  });
});

describe("a changed type", () => {
  it("converts values that fit, keeps the rest as written, and can be undone without loss", async () => {
    const age = await define("Age", "text");
    const asha = await make("Asha", "0712345678", { Age: "KSh 1,250.50" });
    const ben = await make("Ben", "0712345679", { Age: "many" });
    expect(await change(age, { type: "number" })).toEqual({ fieldId: age, unfit: 1 });
    expect([await fieldsOf(asha), await fieldsOf(ben)]).toEqual([{ Age: "1250.5" }, { Age: "many" }]);
    expect([await count(age, "more", "1000"), await count(age, "set")]).toEqual([1, 1]);
    expect(await change(age, { type: "text" })).toEqual({ fieldId: age, unfit: 0 });
    expect([await count(age, "is", "many"), await count(age, "set")]).toEqual([1, 2]);
  });

  it("offers a text's values as options of a list", async () => {
    const town = await define("Town", "text");
    const asha = await make("Asha", "0712345678", { Town: "Voi" });
    await make("Ben", "0712345679", { Town: "Kisumu" });
    const { seen } = await platform.call("GET /fields/:fieldId", { fieldId: town }, org);
    expect(seen.toSorted()).toEqual(["Kisumu", "Voi"]);
    expect(await change(town, { type: "choice", options: ["voi"] })).toEqual({ fieldId: town, unfit: 1 });
    expect(await fieldsOf(asha)).toEqual({ Town: "voi" });
    const none = { fieldId: town, type: "choice", options: [] } as never;
    expect((await platform.request("PUT /fields/:fieldId", none, org)).status).toBe(400);
  });
});

describe("an import", () => {
  const upload = async (csv: string) => {
    const answer = await imports.uploadText(org, csv, "?review=yes");
    return ((await answer.json()) as { importId: string }).importId;
  };
  const start = (importId: string, choices: string[], as: { cookie: string } = org) =>
    platform.request("POST /contacts/imports/:importId/start", { importId, choices }, as);

  it("defines the fields chosen for its columns, and refuses rows that do not fit", async () => {
    const before = await make("Asha", "0712345678", { balance: "900" });
    const importId = await upload(
      'phone,Balance,Born\n0722000111,"1,200",5/3/1990\n0722000112,much,6/3/1990\n',
    );
    const choices = ["phone", "new:number:Balance", "new:date:Birthday"];
    expect((await start(importId, choices)).status).toBe(200);
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect([done.created, done.rejected]).toEqual([1, 1]);
    const { fields } = await platform.call("GET /fields", {}, org);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ["Balance", "number"],
      ["Birthday", "date"],
    ]);
    expect(await count(fields[0]!.id, "more", "100")).toBe(2);
    expect(await fieldsOf(before)).toEqual({ balance: "900" });
  });

  it("defines no field for an agent, and none under an existing name", async () => {
    const agent = await joinOrganisation(platform, org, "agent");
    const importId = await upload("phone,Balance\n0722000111,12\n");
    expect((await start(importId, ["phone", "new:number:Balance"], agent)).status).toBe(403);
    await define("Balance", "text");
    expect((await start(importId, ["phone", "new:number:Balance"])).status).toBe(409);
    expect((await start(importId, ["phone", "new:number:name"])).status).toBe(400);
    expect((await platform.call("GET /fields", {}, org)).fields).toHaveLength(1);
    expect((await start(importId, ["phone", "field:Balance"], agent)).status).toBe(200);
  });
});
