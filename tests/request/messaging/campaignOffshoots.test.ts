import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaignReplies, campaigns, trackedLinks } from "#app/db/schema/messaging/campaigns.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  messagesOf,
  noteOutcome,
  refusalOf,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();
const key = () => newId("cmp");

async function drafted(count: number, options: Parameters<typeof connectWhatsapp>[2] = {}) {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org, options);
  await addContacts(platform, org, count);
  return { org, ...sender, campaignId: await draftCampaign(platform, org, sender) };
}

const setPhone = (org: TestOrg, phoneNumber: string | null) =>
  platform.services.db.withSystem((tx) =>
    tx.update(users).set({ phoneNumber }).where(eq(users.id, org.userId)),
  );
const sentTo = (org: TestOrg, phone: string) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(messages).where(eq(messages.recipient, phone)),
  );
const contactOf = async (org: TestOrg, phone: string) => {
  const [contact] = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(contacts).where(eq(contacts.phone, phone)),
  );
  return contact;
};

async function start(org: TestOrg, campaignId: string) {
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  await platform.runJobs();
}

describe("another campaign from one", () => {
  it("is a copy with the same message, once per form", async () => {
    const { org, campaignId } = await drafted(2);
    const form = { campaignId, key: key() };
    const copies = await Promise.all(
      [1, 2].map(() => platform.call("POST /campaigns/:campaignId/duplicate", form, org)),
    );
    expect(new Set(copies.map((copy) => copy.campaignId)).size).toBe(1);
    const copy = await platform.call("GET /campaigns/:campaignId", copies[0]!, org);
    expect(copy).toMatchObject({ name: "Orders (copy)", status: "draft", audience: { kind: "all" } });
  });

  it("goes to those who did not read, did not reply or were not reached", async () => {
    const { org, campaignId } = await drafted(6);
    const follow = { campaignId, to: "not_read", key: key() } as const;
    expect(await refusalOf(platform, "POST /campaigns/:campaignId/follow-up", follow, org)).toMatchObject({
      code: "campaign.not_sent",
    });
    await start(org, campaignId);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 });
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.execute(sql`update messages set state = case when sequence <= 2 then 'read'::message_state else 'delivered' end,
        failed_at = null where campaign_id = ${campaignId} and sequence <= 5`),
    );
    const [first] = await messagesOf(platform, org, campaignId);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(campaignReplies).values({ orgId: org.orgId, campaignId, messageId: first!.id }),
    );
    const matching = async (to: "not_read" | "not_replied" | "failed") => {
      const draft = await platform.call(
        "POST /campaigns/:campaignId/follow-up",
        { campaignId, to, key: key() },
        org,
      );
      const { audience } = await platform.call("POST /campaigns/:campaignId/quote", draft, org);
      return audience.matching;
    };
    expect([await matching("not_read"), await matching("not_replied"), await matching("failed")]).toEqual([
      3, 4, 1,
    ]);
    const source = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(source.followUps).toHaveLength(3);
  });
});

describe("a test", () => {
  it("goes to own numbers only, is charged as usual, and is not counted in the campaign", async () => {
    const { org, campaignId } = await drafted(2);
    const send = (phones: string[], formKey: string) => ({ campaignId, phones, key: formKey });
    expect(
      await refusalOf(platform, "POST /campaigns/:campaignId/test", send(["+254700000001"], key()), org),
    ).toMatchObject({ code: "campaign.not_a_test_number" });
    await platform.call("POST /sending/test-numbers", { phone: "0711 222 333", name: "Asha" }, org);
    const held = async () => (await platform.call("GET /wallet", {}, org)).heldCents;
    const formKey = key();
    await platform.call("POST /campaigns/:campaignId/test", send(["+254711222333"], formKey), org);
    await platform.call("POST /campaigns/:campaignId/test", send(["+254711222333"], formKey), org);
    expect(await held()).toBe(200);
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(0);
    expect(await sentTo(org, "+254711222333")).toMatchObject([
      { type: "template", campaignId: null, state: "queued" },
    ]);
  });

  it("withholds marketing from contacts without consent", async () => {
    const { org, campaignId } = await drafted(1, { category: "MARKETING" });
    await platform.call("POST /sending/test-numbers", { phone: "0711222334", name: "" }, org);
    const form = { campaignId, phones: ["+254711222334"], key: key() };
    expect(await refusalOf(platform, "POST /campaigns/:campaignId/test", form, org)).toMatchObject({
      code: "contact.no_consent",
    });
    await platform.call("POST /campaigns/:campaignId/test", { ...form, consent: true }, org);
    expect(await contactOf(org, "+254711222334")).toMatchObject({
      consent: "granted",
      consentSource: `campaign:${campaignId}`,
    });
  });

  it("goes to the member's own phone with one click, which is their consent to marketing", async () => {
    const { org, campaignId } = await drafted(1, { category: "MARKETING" });
    const form = { campaignId, phones: "own", key: key() } as const;
    await setPhone(org, null);
    expect(await refusalOf(platform, "POST /campaigns/:campaignId/test", form, org)).toMatchObject({
      code: "campaign.no_own_phone",
    });
    await setPhone(org, "0711222335");
    await platform.call("POST /campaigns/:campaignId/test", form, org);
    await platform.call("POST /campaigns/:campaignId/test", form, org);
    expect(await sentTo(org, "+254711222335")).toMatchObject([{ type: "template", campaignId: null }]);
    expect(await contactOf(org, "+254711222335")).toMatchObject({ consent: "granted" });
  });

  it("of a transactional template to the own phone records no consent", async () => {
    const { org, campaignId } = await drafted(1);
    await setPhone(org, "0711222336");
    await platform.call("POST /campaigns/:campaignId/test", { campaignId, phones: "own", key: key() }, org);
    expect(await sentTo(org, "+254711222336")).toHaveLength(1);
    expect(await contactOf(org, "+254711222336")).toMatchObject({ consent: "none" });
  });
});

describe("a counted link", () => {
  const components = [{ type: "BODY" as const, text: "Look: {{1}}" }];
  const browser =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";

  async function linked() {
    const draft = await drafted(2, { components });
    const { org, campaignId } = draft;
    const variables = { "1": { from: "link" as const, url: "https://duka.example/offer?a=1" } };
    await platform.call("PUT /campaigns/:campaignId", { campaignId, variables }, org);
    await start(org, campaignId);
    const codes = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(trackedLinks).where(eq(trackedLinks.orgId, org.orgId)),
    );
    return { ...draft, codes: codes.map(({ code }) => code) };
  }
  const visit = (code: string, agent: string, isVisit = "yes") =>
    platform.api.fetch(
      new Request(`http://localhost:4000/api/link?code=${code}&isVisit=${isVisit}`, {
        headers: { "user-agent": agent },
      }),
    );

  it("is unique per recipient, redirects to the stored address, and counts people only", async () => {
    const { org, campaignId, codes } = await linked();
    expect(new Set(codes).size).toBe(2);
    const rows = await messagesOf(platform, org, campaignId);
    for (const { variables } of rows) expect(variables!["1"]).toMatch(/^http.*\/l\/[\w-]{12}$/);
    const answer = await visit(codes[0]!, browser);
    expect(await answer.json()).toEqual({ url: "https://duka.example/offer?a=1" });
    await visit(codes[0]!, browser);
    await visit(codes[1]!, "WhatsApp/2.24.20 A");
    await visit(codes[1]!, "facebookexternalhit/1.1");
    await visit(codes[1]!, browser, "no");
    const { clicks } = await platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);
    expect(clicks).toEqual({ people: 1, clicks: 2 });
    expect((await visit("AAAAAAAAAAAA", browser)).status).toBe(404);
    expect((await visit("https:%2F%2Fevil.example", browser)).status).toBe(404);
  });

  it("accepts web addresses only, and no button of another site", async () => {
    const { org, campaignId } = await drafted(1, {
      components: [
        { type: "BODY", text: "Look" },
        { type: "BUTTONS", buttons: [{ type: "URL", text: "Shop", url: "https://duka.example/{{1}}" }] },
      ],
    });
    const set = (url: string) =>
      refusalOf(
        platform,
        "PUT /campaigns/:campaignId",
        { campaignId, variables: { "button:0": { from: "link", url } } },
        org,
      );
    expect(await set("javascript:alert(1)")).toMatchObject({ status: 400 });
    expect(await set("https://me:pass@duka.example/")).toMatchObject({ status: 400 });
    expect(await set("https://duka.example/")).toMatchObject({ code: "campaign.bad_link" });
    const [draft] = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(campaigns).where(eq(campaigns.id, campaignId)),
    );
    expect(draft!.variables).toEqual({});
  });
});

describe("an audience by conditions", () => {
  it("is counted with its price, and queued as counted", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 10, (index) => ({
      tags: index < 6 ? ["vip"] : [],
      ...(index === 0 ? { optedOutAt: platform.clock.now() } : {}),
    }));
    const first = await draftCampaign(platform, org, sender);
    await start(org, first);
    await noteOutcome(platform, org, first, { state: "read" }, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    const audience = {
      kind: "conditions" as const,
      conditions: {
        match: "all" as const,
        conditions: [{ about: "tag" as const, op: "is" as const, value: "vip" }],
      },
      exclude: {
        match: "all" as const,
        conditions: [{ about: "campaign" as const, of: first, op: "read" as const }],
      },
    };
    const { counted } = await platform.call("POST /campaigns/compose", { campaignId, audience }, org);
    // The first has opted out, so the first three messages went to the second to fourth.
    expect(counted?.audience).toMatchObject({ matching: 6, excluded: 3, optedOut: 1, recipients: 2 });
    expect(counted?.price).toMatchObject({ messages: 2, totalCents: 400 });
    await platform.call("PUT /campaigns/:campaignId", { campaignId, audience }, org);
    const draft = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(draft.audienceText).toContain("vip");
    await start(org, campaignId);
    expect((await messagesOf(platform, org, campaignId)).map(({ recipient }) => recipient)).toEqual([
      "+254700000005",
      "+254700000006",
    ]);
  });

  it("refers to nothing of another organisation", async () => {
    const theirs = await drafted(1);
    const { org, campaignId } = await drafted(1);
    const conditions = [{ about: "campaign", of: theirs.campaignId, op: "read" }];
    const audience = { kind: "conditions", conditions: { match: "all", conditions } };
    const input = { campaignId, audience };
    const put = "PUT /campaigns/:campaignId";
    expect(await refusalOf(platform, put, input, org)).toMatchObject({ status: 404 });
    const composed = await platform.call("POST /campaigns/compose", input as never, org);
    expect(composed.counted).toBe(null);
    const foreign = { templateId: theirs.templateId };
    expect(await refusalOf(platform, "POST /campaigns/compose", foreign, org)).toMatchObject({ status: 404 });
  });
});
