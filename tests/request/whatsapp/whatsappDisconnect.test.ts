import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { sendLeases } from "#app/db/schema/messaging/sender.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { prepareCampaign } from "#app/domain/messaging/campaigns/prepare.server.ts";
import { activateAccount } from "#app/domain/whatsapp/accounts/activate.server.ts";
import { bindAccount } from "#app/domain/whatsapp/accounts/bind.server.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { syncTemplates } from "#app/domain/whatsapp/templates/sync.server.ts";
import { newId } from "#app/platform/ids.ts";
import type { GraphRequest } from "#app/providers/meta/graph.server.ts";
import { statesOf } from "#tests/support/campaign.ts";
import { entriesOf } from "#tests/support/entries.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { addContacts, draftCampaign, fillWallet, noteOutcome } from "#tests/support/sending.ts";
import { answerDialog, connectOrg, control, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

const rowsOf = (org: TestOrg) =>
  platform.services.db.withSystem((tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, org.orgId)),
  );

async function start(org: TestOrg): Promise<string> {
  return (await platform.call("POST /embedded-signup", {}, org)).url;
}

describe("disconnecting", () => {
  it("deletes the token, unsubscribes at Meta, and lets the account be connected again", async () => {
    const org = await connectOrg(platform, "Duka la Pili");
    const [account] = await rowsOf(org);
    const token = accessTokenOf(platform.services, account!);
    await platform.call(
      "POST /whatsapp/accounts/:whatsappAccountId/disconnect",
      { whatsappAccountId: account!.id },
      org,
    );

    expect((await rowsOf(org))[0]).toMatchObject({
      status: "disconnected",
      tokenEncrypted: null,
      webhookStatus: "inactive",
    });
    expect((await platform.call("GET /whatsapp/numbers", {}, org)).numbers).toEqual([]);
    const apps = await platform.services.graph.call<{ data: unknown[] }>({
      method: "GET",
      path: `/${org.wabaId}/subscribed_apps`,
      accessToken: token,
    });
    expect(apps.data).toEqual([]);

    const answer = await answerDialog(await start(org), { wabaId: org.wabaId });
    expect(await platform.call("GET /meta/embedded-callback", { ...answer }, org)).toMatchObject({
      completed: true,
      whatsappAccountId: account!.id,
    });
  });

  it("lets another organisation take the account over afterwards", async () => {
    const former = await connectOrg(platform, "Mwenye wa Zamani");
    const [account] = await rowsOf(former);
    await platform.call(
      "POST /whatsapp/accounts/:whatsappAccountId/disconnect",
      { whatsappAccountId: account!.id },
      former,
    );
    const next = await platform.createOrg("Mwenye Mpya");
    const answer = await answerDialog(await start(next), { wabaId: former.wabaId });
    expect(await platform.call("GET /meta/embedded-callback", { ...answer }, next)).toMatchObject({
      completed: true,
    });
    expect(await rowsOf(former)).toEqual([]);
  });

  it("cancels what the former organisation still had to send, and releases its money", async () => {
    const { db } = platform.services;
    const former = await connectOrg(platform, "Duka Lililouzwa");
    const { orgId } = former;
    await db.withSystem((tx) =>
      tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, orgId)),
    );
    await fillWallet(platform, former, 1000);
    const contactIds = await addContacts(platform, former, 10);
    const [account] = await rowsOf(former);
    const { numbers } = await platform.call("GET /whatsapp/numbers", {}, former);
    const phoneNumberId = numbers[0]!.phoneNumberId;
    const templateId = newId("tpl");
    await db.withSystem((tx) =>
      tx.insert(templates).values({
        orgId,
        id: templateId,
        whatsappAccountId: account!.id,
        name: "order_ready",
        language: "en",
        category: "UTILITY",
        status: "APPROVED",
        components: [{ type: "BODY", text: "Your order is ready." }],
      }),
    );
    const startOne = async () => {
      const campaignId = await draftCampaign(platform, former, { phoneNumberId, templateId });
      await platform.call("POST /campaigns/:campaignId/start", { campaignId }, former);
      return campaignId;
    };
    const sending = await startOne();
    await prepareCampaign({ ctx: former.ctx, input: { campaignId: sending } });
    await noteOutcome(platform, former, sending, { state: "accepted" }, 2);
    await noteOutcome(platform, former, sending, { state: "unknown" }, 4);
    const preparing = await startOne();
    const draft = await draftCampaign(platform, former, { phoneNumberId, templateId });
    const single = newId("msg");
    await db.withSystem(async (tx) => {
      await tx.insert(sendLeases).values({
        orgId,
        id: newId("lse"),
        campaignId: sending,
        fromSequence: 1,
        toSequence: 6,
        dispatcher: "gone",
      });
      await tx.insert(messages).values({
        orgId,
        id: single,
        direction: "out",
        type: "text",
        phoneNumberId,
        contactId: contactIds[0]!,
        body: "Habari",
        dueAt: new Date(),
      });
    });
    await platform.call(
      "POST /whatsapp/accounts/:whatsappAccountId/disconnect",
      { whatsappAccountId: account!.id },
      former,
    );
    const next = await platform.createOrg("Mnunuzi");
    const answer = await answerDialog(await start(next), { wabaId: former.wabaId });
    await platform.call("GET /meta/embedded-callback", { ...answer }, next);

    const after = await statesOf(platform.services, orgId, sending);
    expect(after).toMatchObject({
      rows: { accepted: 2, failed: 2, cancelled: 6 },
      campaign: { status: "cancelled", status_reason: expect.stringContaining("another organisation") },
    });
    expect(after.totals).toEqual(after.rows);
    expect((await statesOf(platform.services, orgId, preparing)).campaign.status).toBe("cancelled");
    expect((await statesOf(platform.services, orgId, draft)).campaign.status).toBe("draft");
    const rest = await db.withSystem(async (tx) => ({
      leases: await tx.select().from(sendLeases).where(eq(sendLeases.orgId, orgId)),
      single: await tx.select().from(messages).where(eq(messages.id, single)),
    }));
    expect(rest.leases).toEqual([]);
    expect(rest.single[0]).toMatchObject({
      state: "failed",
      errorDetail: expect.stringContaining("campaign.number_taken_over"),
    });
    expect(await platform.call("GET /wallet", {}, former)).toMatchObject({
      balanceCents: 99_600,
      heldCents: 400,
    });
  });

  it("is refused for an account of another organisation, which stays unchanged", async () => {
    const [owner, stranger] = [await connectOrg(platform, "Mwenye"), await platform.createOrg("Mgeni")];
    const [account] = await rowsOf(owner);
    for (const deed of ["disconnect", "resume"] as const) {
      const response = await platform.request(
        `POST /whatsapp/accounts/:whatsappAccountId/${deed}`,
        { whatsappAccountId: account!.id },
        stranger,
      );
      expect(response.status).toBe(404);
    }
    expect(
      (
        await platform.request(
          "GET /whatsapp/accounts/:whatsappAccountId",
          { whatsappAccountId: account!.id },
          stranger,
        )
      ).status,
    ).toBe(404);
    expect((await platform.call("GET /whatsapp/numbers", {}, stranger)).numbers).toEqual([]);
    expect(await rowsOf(owner)).toEqual([account]);
  });
});

describe("a token revoked by Meta", () => {
  it("suspends the account, reports it once, and reconnecting restores it", async () => {
    const org = await connectOrg(platform, "Duka Lililopotea");
    const [account] = await rowsOf(org);
    await control(simulator, "tokens/revoke", { wabaId: org.wabaId });
    const resumed = await platform.call(
      "POST /whatsapp/accounts/:whatsappAccountId/resume",
      { whatsappAccountId: account!.id },
      org,
    );
    expect(resumed.message).toContain("no longer accepts our access");
    const status = await platform.call("GET /embedded-signup/status", {}, org);
    expect(status.steps[0]!.status).toBe("error");
    const entries = (await entriesOf(platform, org.orgId)).filter(
      ({ action }) => action === "WhatsApp connection lost",
    );
    expect(entries).toHaveLength(1);
    const answer = await answerDialog(await start(org), { wabaId: org.wabaId });
    expect(await platform.call("GET /meta/embedded-callback", { ...answer }, org)).toMatchObject({
      completed: true,
    });
  });

  it("does not affect a new token received while Meta checked the old one", async () => {
    const org = await connectOrg(platform, "Duka Jipya");
    const [account] = await rowsOf(org);
    await control(simulator, "tokens/revoke", { wabaId: org.wabaId });
    const former = onceBeforeAnswer(org, async () => {
      const answer = await answerDialog(await start(org), { wabaId: org.wabaId });
      await platform.call("GET /meta/embedded-callback", { ...answer }, org);
    });
    const input = { whatsappAccountId: account!.id };
    await expect(syncTemplates({ ctx: former, input })).rejects.toMatchObject({ code: "meta.refused" });
    const [after] = await rowsOf(org);
    expect(after).toMatchObject({ status: "connected", tokenEncrypted: expect.stringMatching(/^v1\./) });
  });
});

/** The organisation's context, in which `work` happens after Meta's first response, before we process it. */
function onceBeforeAnswer(org: TestOrg, work: () => Promise<void>): TestOrg["ctx"] {
  const { graph } = org.ctx;
  let isFirst = true;
  const call = async (request: GraphRequest) => {
    const answer = graph.call(request);
    await answer.catch(() => undefined);
    if (isFirst) {
      isFirst = false;
      await work();
    }
    return answer;
  };
  return { ...org.ctx, graph: { ...graph, call: call as typeof graph.call } };
}

describe("unfinished steps of connecting", () => {
  it("leave an account disconnected when a member disconnects it in the meantime", async () => {
    const org = await connectOrg(platform, "Duka Lafunga");
    const [account] = await rowsOf(org);
    const input = { whatsappAccountId: account!.id };
    const under = onceBeforeAnswer(org, async () => {
      await platform.call("POST /whatsapp/accounts/:whatsappAccountId/disconnect", input, org);
    });
    expect(await activateAccount({ ctx: under, input: { id: account!.id } })).toMatchObject({
      completed: false,
      message: expect.stringContaining("has just been changed"),
    });
    expect(await rowsOf(org)).toMatchObject([{ status: "disconnected", tokenEncrypted: null }]);
    expect((await platform.call("GET /whatsapp/numbers", {}, org)).numbers).toEqual([]);
  });

  it("stop nothing while a connected account gets a new token", async () => {
    const org = await connectOrg(platform, "Duka Linaloendelea");
    const [account] = await rowsOf(org);
    const waba = { id: org.wabaId, name: account!.name, businessId: null, isBusinessVerified: null };
    await bindAccount({ ctx: org.ctx, input: { waba, token: "EAAnew", expiresAt: null } });
    const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
    expect(numbers).toMatchObject([{ sendable: true }]);
  });
});
