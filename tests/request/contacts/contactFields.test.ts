import { expect, it } from "vitest";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { connectWhatsapp, createPrepaidOrg, draftCampaign, messagesOf } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
const body = { type: "BODY" as const, text: "Karibu {{1}}.", example: { body_text: [["Voi"]] } };

/** A draft whose only variable comes from a field. */
async function draftWith(field: string) {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org, { components: [body] });
  const campaignId = await draftCampaign(platform, org, sender);
  const variables = { "1": { from: "contact" as const, field, fallback: "Kenya" } };
  await platform.call("PUT /campaigns/:campaignId", { campaignId, variables }, org);
  return { org, campaignId };
}

it("an import fills an existing field, whatever the case of the column name", async () => {
  const org = await platform.createOrg();
  await imports.imported(org, "phone,Town,TOWN\n0712345678,Voi,Lamu\n");
  await imports.imported(org, "phone,town\n0712345678,Taita\n0722000111,Meru\n");
  expect((await imports.stored(org)).map(({ fields }) => fields)).toEqual([
    { Town: "Taita", "TOWN 2": "Lamu" },
    { town: "Meru" },
  ]);
  expect((await platform.call("GET /campaigns/choices", {}, org)).fields).toEqual(["Town", "TOWN 2"]);
  const csv = await (await platform.request("GET /contacts/export", {}, org)).text();
  expect(csv.split("\r\n")[0]).toMatch(/,added,TOWN 2,town$/i);
  expect(csv).toContain("Meru");
});

it("a contact has no two fields that differ only in case", async () => {
  const org = await platform.createOrg();
  await imports.imported(org, "phone,Town\n0712345678,Voi\n");
  const [contact] = await imports.stored(org);
  const change = { contactId: contact!.id, phone: "0712345678", fields: { Town: "Voi", town: "Meru" } };
  const refused = await platform.request("PUT /contacts/:contactId", change, org);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("same name")]);
});

it("a variable finds its field regardless of case, and the review counts who gets the fallback", async () => {
  const { org, campaignId } = await draftWith("fields.TOWN");
  await imports.imported(org, "phone,Town\n0712345678,Voi\n0722000111, \n");
  await imports.imported(org, "phone,town\n0733000222,Lamu\n");
  const { fallbacks } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
  expect(fallbacks).toEqual([{ key: "1", fallback: "Kenya", people: 1 }]);
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  await platform.runJobs();
  const sent = await messagesOf(platform, org, campaignId);
  expect(sent.map(({ variables }) => variables?.["1"]).sort()).toEqual(["Kenya", "Lamu", "Voi"]);
});

it("a text for all recipients has no fallback to count", async () => {
  const { org, campaignId } = await draftWith("name");
  const variables = { "1": { from: "text" as const, value: "rafiki" } };
  await platform.call("PUT /campaigns/:campaignId", { campaignId, variables }, org);
  const { fallbacks } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
  expect(fallbacks).toEqual([]);
});
