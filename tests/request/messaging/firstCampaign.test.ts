import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { loader as campaignForm, action as editCampaign } from "#app/routes/campaigns/edit.tsx";
import { action as newCampaign } from "#app/routes/campaigns/new.tsx";
import { action as newBroadcast } from "#app/routes/campaigns/newBroadcast.tsx";
import { action as changeTogether } from "#app/routes/contacts/bulk.tsx";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { formRequest, openScreen, postForm } from "#tests/support/screens.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  refusalOf,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();

const sameSite = ({ cookie }: TestOrg) => ({ "sec-fetch-site": "same-origin", cookie });
const inOrg = (org: TestOrg, id: string) =>
  platform.services.db.withOrg(org.orgId, async (tx) => {
    const [row] = await tx.select().from(contacts).where(eq(contacts.id, id));
    return row!;
  });

/** A marketing draft of a shop whose five contacts can't get it, each group for a different reason. */
async function newcomer() {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org, { category: "MARKETING" });
  const ids = await addContacts(platform, org, 5, (index) => ({
    consent: "none",
    ...(index === 3 ? { optedOutAt: new Date() } : {}),
    ...(index === 4 ? { phone: null } : {}),
  }));
  return { org, sender, ids, campaignId: await draftCampaign(platform, org, sender) };
}

/** Sends the form of a draft. */
function review(
  org: TestOrg,
  campaignId: string,
  { templateId, phoneNumberId }: { templateId: string; phoneNumberId: string },
) {
  const request = formRequest(
    `/messaging/campaigns/${campaignId}/edit`,
    { intent: "review", name: "Orders", templateId, phoneNumberId, kind: "all" },
    sameSite(org),
  );
  const action = ({ context }: { context: unknown }) =>
    editCampaign({ request, context, params: { campaignId } } as never);
  return postForm(platform, action, request);
}

const openForm = (org: TestOrg, campaignId: string) =>
  openScreen<{ composed: { counted: object | null } }>(
    platform,
    campaignForm,
    `/messaging/campaigns/${campaignId}/edit`,
    org,
    { campaignId },
  );

const proof = {
  act: "record_consent",
  consentSource: "Sign-up form in the shop",
  consentWording: "I want offers on WhatsApp",
  consentDate: "2026-01-15",
} as const;
const recordConsent = (org: TestOrg, changed: object = {}) =>
  platform.call("POST /contacts/bulk", { ...proof, ...changed } as never, org);

describe("an audience without eligible contacts", () => {
  it("shows exclusions by reason in its form, as in quote and start", async () => {
    const { org, sender, campaignId } = await newcomer();
    const audience = { matching: 5, recipients: 0, excluded: 0, optedOut: 1, noPhone: 1, noConsent: 3 };
    const stopped = await review(org, campaignId, sender);
    expect(stopped.location).toBe(`/messaging/campaigns/${campaignId}/edit#no-recipients`);
    expect(stopped.cookies.join()).toContain("This campaign would reach no one.");
    const form = await openForm(org, campaignId);
    expect(form.composed.counted).toMatchObject({ audience });
    const quoted = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(quoted.audience).toEqual(audience);
    const start = await refusalOf(platform, "POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(start).toMatchObject({ code: "campaign.no_recipients" });

    expect(await recordConsent(org)).toEqual({ count: 4, left: 1, isQueued: false });
    expect((await review(org, campaignId, sender)).location).toBe(
      `/messaging/campaigns/${campaignId}/review`,
    );
  });

  it("chosen by conditions is counted by the same reasons", async () => {
    const { org, campaignId } = await newcomer();
    const none = { about: "tag", op: "is_not", value: "vip" } as const;
    const audience = { kind: "conditions", conditions: { match: "all", conditions: [none] } } as const;
    const { counted } = await platform.call(
      "POST /campaigns/compose",
      { campaignId, audience: audience as never },
      org,
    );
    expect(counted?.audience).toEqual({
      matching: 5,
      recipients: 0,
      excluded: 0,
      optedOut: 1,
      noPhone: 1,
      noConsent: 3,
    });
  });

  it("leads a quick broadcast to its form, which explains why", async () => {
    const { org, sender } = await newcomer();
    const { templateId, phoneNumberId } = sender;
    const fields = { intent: "review", name: "Today", templateId, phoneNumberId, kind: "all" };
    const request = formRequest(
      "/messaging/broadcasts/new",
      { ...fields, key: "nobody-reached-1" },
      sameSite(org),
    );
    expect((await postForm(platform, newBroadcast, request)).location).toMatch(/edit#no-recipients$/);
  });

  it("saves the draft before it leads to the bulk consent of its contacts", async () => {
    const { org, sender } = await newcomer();
    const { templateId, phoneNumberId } = sender;
    const fields = { intent: "record-consent", name: "First", templateId, phoneNumberId, kind: "all" };
    const request = formRequest("/messaging/campaigns/new", { ...fields, key: "saved-1st" }, sameSite(org));
    const { location } = await postForm(platform, newCampaign, request);
    const { searchParams, pathname } = new URL(location ?? "", "http://localhost");
    expect(pathname).toBe("/contacts/bulk");
    expect(searchParams.get("consent")).toBe("none");
    const { campaigns } = await platform.call("GET /campaigns", {}, org);
    const saved = campaigns.find(({ name }) => name === "First");
    expect(searchParams.get("from")).toBe(`/messaging/campaigns/${saved?.id}/edit`);
  });
});

describe("consent recorded in bulk", () => {
  it("has its source, wording and date, and records an event per contact", async () => {
    const { org, ids } = await newcomer();
    await recordConsent(org, { chosen: ids[0] });
    expect(await inOrg(org, ids[0]!)).toMatchObject({
      consent: "granted",
      consentSource: proof.consentSource,
      consentEvidence: proof.consentWording,
      consentAt: new Date("2026-01-14T21:00:00Z"),
    });
    const details = (await entriesOf(platform, org.orgId)).map((entry) => [entry.action, entry.details]);
    const said = "Sign-up form in the shop, 2026-01-15, “I want offers on WhatsApp”";
    expect(details).toContainEqual(["Consent recorded", `Contact 1: ${said}`]);
    expect(details).toContainEqual(["Contacts edited in bulk", `Consent recorded for 1 contact: ${said}`]);
  });

  it("skips contacts who opted out, withdrew consent or gave it before", async () => {
    const { org, ids } = await newcomer();
    const [withdrew, gave, , optedOut] = ids as [string, string, string, string];
    await platform.call("POST /contacts/bulk", { act: "withdraw_consent", chosen: withdrew } as never, org);
    await recordConsent(org, { chosen: gave });
    const before = await Promise.all([withdrew, gave, optedOut].map((id) => inOrg(org, id)));
    await recordConsent(org, { chosen: `${withdrew},${gave},${optedOut}`, consentSource: "Another list" });
    expect(await Promise.all([withdrew, gave, optedOut].map((id) => inOrg(org, id)))).toEqual(before);
  });

  it.each([
    [{ consentSource: " " }, { consentSource: "Enter where they agreed." }],
    [{ consentWording: "" }, { consentWording: "Enter the wording they agreed to." }],
    [{ consentDate: "2999-01-01" }, { consentDate: "Enter the date of consent, today at the latest." }],
    [{ consentDate: "2026-13-40" }, { consentDate: "Enter the date of consent, today at the latest." }],
  ])("is refused with %j", async (wrong, fields) => {
    const { org } = await newcomer();
    const refused = await refusalOf(platform, "POST /contacts/bulk", { ...proof, ...wrong }, org);
    expect(refused).toMatchObject({ fields });
  });

  it("leads back to the campaign that lacked it", async () => {
    const { org, campaignId } = await newcomer();
    const from = `/messaging/campaigns/${campaignId}/edit`;
    const query = new URLSearchParams({ consent: "none", from, ...proof });
    const request = formRequest(`/contacts/bulk?${query}`, {}, sameSite(org));
    const done = await postForm(platform, changeTogether, request);
    expect(done.location).toBe(from);
    expect(done.cookies.join()).toContain("Consent recorded for 4 contacts.");
  });
});
