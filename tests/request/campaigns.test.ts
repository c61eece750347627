import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { campaigns, campaignTotals, messages, sendLeases } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates } from "#app/db/schema/whatsapp.ts";
import { finishCampaign } from "#app/domain/campaigns/finish.server.ts";
import { settleDelivered } from "#app/domain/ledger/hold.server.ts";
import { newId } from "#app/shared/ids.ts";
import { createTestPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";
import { addContacts, connectWhatsapp, fillWallet } from "#tests/support/sending.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

type Sender = { phoneNumberId: string; templateId: string };

async function prepaidOrg(kes = 1000): Promise<TestOrg> {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, org.orgId)),
  );
  await fillWallet(platform, org, kes);
  return org;
}

const draft = async (org: TestOrg, sender: Sender, name = "Orders") => {
  const { phoneNumberId, templateId } = sender;
  const { campaignId } = await platform.call(
    "POST /campaigns",
    { name, templateId, phoneNumberId, key: newId("cmp") },
    org,
  );
  return campaignId;
};

const inOrg = platformOf();
function platformOf() {
  return {
    messages: (org: TestOrg, campaignId: string) =>
      platform.services.db.withOrg(org.orgId, (tx) =>
        tx
          .select()
          .from(messages)
          .where(and(eq(messages.orgId, org.orgId), eq(messages.campaignId, campaignId)))
          .orderBy(asc(messages.sequence)),
      ),
    totals: async (org: TestOrg, campaignId: string) => {
      const rows = await platform.services.db.withOrg(org.orgId, (tx) =>
        tx
          .select()
          .from(campaignTotals)
          .where(and(eq(campaignTotals.orgId, org.orgId), eq(campaignTotals.campaignId, campaignId))),
      );
      return Object.fromEntries(rows.filter((row) => row.count > 0).map((row) => [row.state, row.count]));
    },
    /** What the sender and the webhook processor would have made of the rows. */
    settleRows: (org: TestOrg, campaignId: string, set: Partial<typeof messages.$inferInsert>, upTo = 1e6) =>
      platform.services.db.withSystem(async (tx) => {
        const rows = await tx
          .update(messages)
          .set(set)
          .where(
            and(
              eq(messages.orgId, org.orgId),
              eq(messages.campaignId, campaignId),
              eq(messages.state, "queued"),
              sql`${messages.sequence} <= ${upTo}`,
            ),
          )
          .returning({ id: messages.id });
        for (const [state, delta] of [
          ["queued", -rows.length],
          [set.state!, rows.length],
        ] as const)
          await tx
            .insert(campaignTotals)
            .values({ orgId: org.orgId, campaignId, state, count: delta })
            .onConflictDoUpdate({
              target: [campaignTotals.orgId, campaignTotals.campaignId, campaignTotals.state],
              set: { count: sql`${campaignTotals.count} + ${delta}` },
            });
      }),
  };
}

const finish = (org: TestOrg, campaignId: string) =>
  platform.services.db.withSystem((tx) => finishCampaign(tx, { orgId: org.orgId, campaignId }));

const refusal = async (key: string, input: Record<string, unknown>, org: TestOrg) => {
  const response = await platform.request(key, input, org);
  return { status: response.status, ...((await response.json()) as { code: string; message: string }) };
};

describe("drafting a campaign", () => {
  it("makes one draft of a form that is sent twice", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    const form = {
      name: "Sale",
      templateId: sender.templateId,
      phoneNumberId: sender.phoneNumberId,
      key: "same-key-1",
    };
    const first = await platform.call("POST /campaigns", form, org);
    expect(await platform.call("POST /campaigns", form, org)).toEqual(first);
    expect((await platform.call("GET /campaigns", {}, org)).total).toBe(1);
  });

  it("lists refused numbers by line, and makes contacts of the good ones when told to leave the rest out", async () => {
    const org = await prepaidOrg();
    const campaignId = await draft(org, await connectWhatsapp(platform, org));
    const pasted = {
      campaignId,
      kind: "numbers",
      numbers: "0712 345 678\nabc\n+254712345678, 0733123456",
    } as const;
    const refused = await platform.request("PUT /campaigns/:campaignId/audience", pasted, org);
    expect(refused.status).toBe(400);
    expect((await refused.json()).fields.numbers).toContain("Line 2:");
    const taken = await platform.call(
      "PUT /campaigns/:campaignId/audience",
      { ...pasted, skipInvalid: true },
      org,
    );
    expect(taken.leftOut).toBe(1);
    const known = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select({ phone: contacts.phone }).from(contacts).orderBy(contacts.phone),
    );
    expect(known).toEqual([{ phone: "+254712345678" }, { phone: "+254733123456" }]);
    const { audience } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(audience.recipients).toBe(2);
  });

  it("counts who is left out and why, each person once", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org, { category: "MARKETING" });
    const now = new Date();
    await addContacts(platform, org, 10, (index) => ({
      ...(index < 2 ? { optedOutAt: now, consent: "none" as const } : {}),
      ...(index === 2 ? { phone: null, bsuid: "KE.1" } : {}),
      ...(index > 2 && index < 6 ? { consent: "none" as const } : {}),
    }));
    const campaignId = await draft(org, sender);
    const { audience, price } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(audience).toEqual({ matching: 10, recipients: 4, optedOut: 2, noPhone: 1, noConsent: 3 });
    expect(price).toMatchObject({ totalCents: 800, walletCents: 100_000, walletAfterCents: 99_200 });
  });

  it("fills variables from contact fields, with a fallback, without line breaks", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org, {
      components: [{ type: "BODY", text: "Hello {{1}}, visit {{2}} for {{3}}." }],
    });
    await addContacts(platform, org, 2, (index) =>
      index === 0 ? { name: "Asha\n Mwangi", fields: { town: "Nakuru" } } : { name: "" },
    );
    const campaignId = await draft(org, sender);
    expect(await refusal("POST /campaigns/:campaignId/start", { campaignId }, org)).toMatchObject({
      code: "campaign.variables_missing",
    });
    const variables = {
      "1": { from: "contact", field: "first_name", fallback: "friend" },
      "2": { from: "contact", field: "fields.town", fallback: "us" },
      "3": { from: "text", value: "the sale" },
    } as const;
    await platform.call("PUT /campaigns/:campaignId/variables", { campaignId, variables }, org);
    const preview = await platform.call("POST /campaigns/:campaignId/preview", { campaignId }, org);
    expect(preview.message.body).toBe("Hello Asha, visit Nakuru for the sale.");
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.runJobs();
    expect((await inOrg.messages(org, campaignId)).map((row) => row.variables)).toEqual([
      { "1": "Asha", "2": "Nakuru", "3": "the sale" },
      { "1": "friend", "2": "us", "3": "the sale" },
    ]);
  });
});

describe("starting a campaign", () => {
  it("writes each recipient once with running numbers, and holds the quoted money", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 25, (index) => ({ tags: index < 20 ? ["vip"] : [] }));
    const campaignId = await draft(org, sender);
    await platform.call("PUT /campaigns/:campaignId/audience", { campaignId, kind: "tag", tag: "vip" }, org);
    expect(await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org)).toEqual({
      started: true,
      status: "preparing",
    });
    await platform.runJobs();
    const campaign = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(campaign).toMatchObject({ status: "sending", recipients: 20, counts: { queued: 20 } });
    const rows = await inOrg.messages(org, campaignId);
    expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(rows.map((row) => row.contactId)).size).toBe(20);
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 96_000,
      heldCents: 4000,
    });
  });

  it("starts once, however often the button is pressed and the job runs", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 5);
    const campaignId = await draft(org, sender);
    const presses = await Promise.all(
      [1, 2, 3].map(() => platform.call("POST /campaigns/:campaignId/start", { campaignId }, org)),
    );
    expect(presses.filter((press) => press.started)).toHaveLength(1);
    platform.waiting.push(...platform.waiting);
    await platform.runJobs();
    expect(await inOrg.messages(org, campaignId)).toHaveLength(5);
    expect((await platform.call("GET /wallet", {}, org)).heldCents).toBe(1000);
  });

  it("refuses what can't be sent, says why, and holds nothing", async () => {
    const org = await prepaidOrg(5);
    const sender = await connectWhatsapp(platform, org, { templateStatus: "PENDING" });
    const campaignId = await draft(org, sender);
    const start = () => refusal("POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(await start()).toMatchObject({ status: 409, code: "campaign.template_not_approved" });
    await platform.services.db.withOrg(org.orgId, (tx) => tx.update(templates).set({ status: "APPROVED" }));
    expect(await start()).toMatchObject({ status: 400, code: "campaign.no_recipients" });
    await addContacts(platform, org, 5);
    expect(await start()).toMatchObject({
      status: 402,
      code: "wallet.too_little",
      message: expect.stringContaining("KES 5.00"),
    });
    await platform.services.db.withOrg(org.orgId, (tx) => tx.update(phoneNumbers).set({ status: "BANNED" }));
    expect(await start()).toMatchObject({ status: 409, code: "campaign.number_not_connected" });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({ balanceCents: 500, heldCents: 0 });
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      status: "draft",
    });
  });

  it("refuses a time in the past, and sends a scheduled campaign when its time has come", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draft(org, sender);
    const schedule = (ms: number) => ({
      campaignId,
      scheduledFor: new Date(platform.clock.now().getTime() + ms).toISOString(),
    });
    expect(await refusal("PUT /campaigns/:campaignId/schedule", schedule(-1000), org)).toMatchObject({
      code: "campaign.scheduled_in_past",
    });
    await platform.call("PUT /campaigns/:campaignId/schedule", schedule(60_000), org);
    const { status } = await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(status).toBe("scheduled");
    const [prepare] = platform.waiting;
    await platform.runJobs();
    expect(await inOrg.messages(org, campaignId)).toHaveLength(0);
    platform.clock.advance(61_000);
    await prepare!.job.run(platform.services, prepare!.payload);
    expect(await inOrg.messages(org, campaignId)).toHaveLength(3);
  });

  it("leaves out who opted out since the quote, and gives their money back", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    const [first] = await addContacts(platform, org, 3);
    const campaignId = await draft(org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contacts).set({ optedOutAt: new Date() }).where(eq(contacts.id, first!)),
    );
    await platform.runJobs();
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      recipients: 2,
    });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 99_600,
      heldCents: 400,
    });
  });

  it("writes no more recipients than were quoted", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draft(org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await addContacts(platform, org, 2, (index) => ({ phone: `+25479999999${index}` }));
    await platform.runJobs();
    expect(await inOrg.messages(org, campaignId)).toHaveLength(3);
  });

  it("pauses with the reason when the template was paused before the recipients were written, and resumes", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draft(org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    const setTemplate = (status: string) =>
      platform.services.db.withOrg(org.orgId, (tx) => tx.update(templates).set({ status }));
    await setTemplate("PAUSED");
    await platform.runJobs();
    const paused = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(paused).toMatchObject({
      status: "paused",
      statusReason: expect.stringContaining("not approved (paused)"),
    });
    await setTemplate("APPROVED");
    await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org);
    await platform.runJobs();
    expect(await inOrg.messages(org, campaignId)).toHaveLength(3);
  });
});

describe("a running campaign", () => {
  async function running(recipients: number, org?: TestOrg) {
    const owner = org ?? (await prepaidOrg());
    const sender = await connectWhatsapp(platform, owner);
    await addContacts(platform, owner, recipients);
    const campaignId = await draft(owner, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, owner);
    await platform.runJobs();
    return { org: owner, campaignId };
  }

  it("is paused and resumed", async () => {
    const { org, campaignId } = await running(2);
    expect(await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org)).toEqual({
      status: "paused",
    });
    expect(await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org)).toEqual({
      status: "sending",
    });
  });

  it("cancels what no sender works on and releases its money; leased rows stay", async () => {
    const { org, campaignId } = await running(10);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(sendLeases).values({
        orgId: org.orgId,
        id: newId("lse"),
        campaignId,
        fromSequence: 1,
        toSequence: 4,
        dispatcher: "d",
      }),
    );
    const { cancelledMessages } = await platform.call(
      "POST /campaigns/:campaignId/cancel",
      { campaignId },
      org,
    );
    expect(cancelledMessages).toBe(6);
    expect(await inOrg.totals(org, campaignId)).toEqual({ queued: 4, cancelled: 6 });
    expect((await inOrg.messages(org, campaignId)).filter((row) => row.state === "queued")).toHaveLength(4);
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 99_200,
      heldCents: 800,
    });
    expect(await refusal("POST /campaigns/:campaignId/resume", { campaignId }, org)).toMatchObject({
      status: 409,
      code: "campaign.wrong_status",
    });
  });

  it("when finished, releases failed messages and keeps the money of those under way until they arrive", async () => {
    const { org, campaignId } = await running(10);
    await inOrg.settleRows(org, campaignId, { state: "failed", errorCode: 131026 }, 3);
    await inOrg.settleRows(org, campaignId, { state: "accepted" });
    expect(await finish(org, campaignId)).toEqual({ finished: true });
    expect(await finish(org, campaignId)).toEqual({ finished: false });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 98_600,
      heldCents: 1400,
    });
    await platform.services.db.withSystem((tx) =>
      settleDelivered(tx, { orgId: org.orgId, campaignId, count: 7, reference: "statuses" }),
    );
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({ balanceCents: 98_600, heldCents: 0 });
  });

  it("retries only failures that may pass, quoted anew, never twice", async () => {
    const { org, campaignId } = await running(10);
    await inOrg.settleRows(org, campaignId, { state: "failed", errorCode: 131026 }, 3);
    await inOrg.settleRows(org, campaignId, { state: "failed", errorCode: 131000 }, 5);
    await inOrg.settleRows(org, campaignId, { state: "accepted" });
    const retry = () => platform.call("POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
    expect(await refusal("POST /campaigns/:campaignId/retry-failed", { campaignId }, org)).toMatchObject({
      code: "campaign.still_running",
    });
    await finish(org, campaignId);
    const again = await retry();
    expect(await retry()).toEqual(again);
    const { price } = await platform.call("POST /campaigns/:campaignId/quote", again, org);
    expect(price).toMatchObject({ messages: 2, totalCents: 400 });
    await platform.call("POST /campaigns/:campaignId/start", again, org);
    await platform.runJobs();
    expect((await inOrg.messages(org, again.campaignId)).map((row) => row.recipient)).toEqual([
      "+254700000004",
      "+254700000005",
    ]);
    expect(await refusal("POST /campaigns/:campaignId/retry-failed", { campaignId }, org)).toMatchObject({
      code: "campaign.nothing_to_retry",
    });
  });

  it("pages through recipients by running number, in both directions, with reasons", async () => {
    const { org, campaignId } = await running(120);
    await inOrg.settleRows(org, campaignId, { state: "failed", errorCode: 131026 }, 1);
    const page = (query: object) =>
      platform.call("GET /campaigns/:campaignId/recipients", { campaignId, ...query }, org);
    const first = await page({});
    expect(first.recipients[0]).toMatchObject({
      state: "failed",
      reason: { who: "recipient", retryable: false },
    });
    expect(first).toMatchObject({ previousBefore: null, nextAfter: 50 });
    const second = await page({ after: 50 });
    expect(second).toMatchObject({ previousBefore: 51, nextAfter: 100 });
    expect(await page({ before: 51 })).toMatchObject({ previousBefore: null, nextAfter: 50 });
    expect((await page({ after: 100 })).nextAfter).toBeNull();
    expect((await page({ state: "failed" })).recipients).toHaveLength(1);
  });

  it("exports every recipient as CSV, with names that no spreadsheet takes for a formula", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3, (index) => (index === 1 ? { name: "=cmd()" } : {}));
    const campaignId = await draft(org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.runJobs();
    const response = await platform.request("GET /campaigns/:campaignId/recipients.csv", { campaignId }, org);
    expect(response.headers.get("content-disposition")).toContain("Orders_recipients.csv");
    const lines = (await response.text()).trim().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain("2,'=cmd(),+254700000002,queued");
  });

  it("tells its progress as events and ends when nothing more happens", async () => {
    const { org, campaignId } = await running(2);
    await inOrg.settleRows(org, campaignId, { state: "failed", errorCode: 131026 });
    await finish(org, campaignId);
    const response = await platform.request("GET /campaigns/:campaignId/events", { campaignId }, org);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const text = await response.text();
    expect(text).toContain('"status":"completed"');
    expect(text.trim().endsWith("event: end\ndata: {}")).toBe(true);
  });
});

describe("another organisation's campaign", () => {
  it("is not found by any call, and stays as it is", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 2);
    const campaignId = await draft(org, sender);
    const stranger = await prepaidOrg();
    const own = await connectWhatsapp(platform, stranger);
    const calls: [string, Record<string, unknown>][] = [
      ["GET /campaigns/:campaignId", {}],
      ["PUT /campaigns/:campaignId", { name: "Mine", ...own }],
      ["PUT /campaigns/:campaignId/audience", { kind: "all" }],
      ["PUT /campaigns/:campaignId/variables", { variables: {} }],
      ["PUT /campaigns/:campaignId/schedule", { scheduledFor: null }],
      ["POST /campaigns/:campaignId/preview", {}],
      ["POST /campaigns/:campaignId/quote", {}],
      ["POST /campaigns/:campaignId/start", {}],
      ["POST /campaigns/:campaignId/pause", {}],
      ["POST /campaigns/:campaignId/resume", {}],
      ["POST /campaigns/:campaignId/cancel", {}],
      ["POST /campaigns/:campaignId/retry-failed", {}],
      ["GET /campaigns/:campaignId/progress", {}],
      ["GET /campaigns/:campaignId/events", {}],
      ["GET /campaigns/:campaignId/recipients", {}],
      ["GET /campaigns/:campaignId/recipients.csv", {}],
    ];
    for (const [key, input] of calls)
      expect(await refusal(key, { campaignId, ...input }, stranger), key).toMatchObject({
        status: 404,
        code: "campaign.not_found",
      });
    const [row] = await platform.services.db.withOrg(org.orgId, (tx) => tx.select().from(campaigns));
    expect(row).toMatchObject({ status: "draft", name: "Orders" });
  });

  it("lends neither its template nor its number to a new campaign", async () => {
    const org = await prepaidOrg();
    const sender = await connectWhatsapp(platform, org);
    const stranger = await prepaidOrg();
    const own = await connectWhatsapp(platform, stranger);
    const form = { name: "Sale", key: "foreign-key" };
    expect(
      await refusal(
        "POST /campaigns",
        { ...form, templateId: sender.templateId, phoneNumberId: own.phoneNumberId },
        stranger,
      ),
    ).toMatchObject({ status: 404, code: "template.not_found" });
    expect(
      await refusal(
        "POST /campaigns",
        { ...form, templateId: own.templateId, phoneNumberId: sender.phoneNumberId },
        stranger,
      ),
    ).toMatchObject({ status: 404, code: "whatsapp_number.not_found" });
  });
});
