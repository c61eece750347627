import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { prepareCampaign } from "#app/domain/messaging/campaigns/prepare.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { connectWhatsapp, createPrepaidOrg, draftCampaign, messagesOf } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const recipients = 7000;
const numbers = Array.from({ length: recipients }, (_, n) => n + 1);

/** A started campaign to 7,000 contacts whose recipients are not written yet. */
async function startedCampaign() {
  const org = await createPrepaidOrg(platform, 20_000);
  const sender = await connectWhatsapp(platform, org);
  await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.execute(sql`
      insert into contacts (org_id, id, phone, name, consent)
      select ${org.orgId}, 'con_' || lpad(n::text, 12, '0'), '+2547' || lpad(n::text, 8, '0'), 'Contact ' || n, 'granted'
      from generate_series(1, ${recipients}::int) n`),
  );
  const campaignId = await draftCampaign(platform, org, sender);
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  return { org, campaignId };
}
type Started = Awaited<ReturnType<typeof startedCampaign>>;
const progressOf = ({ org, campaignId }: Started) =>
  platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);

async function crashAfterFirstBatch({ org, campaignId }: Started): Promise<void> {
  let batches = 0;
  const db = {
    ...org.ctx.db,
    withOrg: ((...args: Parameters<typeof org.ctx.db.withOrg>) => {
      batches += 1;
      if (batches === 2) throw new Error("the process ends here");
      return org.ctx.db.withOrg(...args);
    }) as typeof org.ctx.db.withOrg,
  };
  const crashing = prepareCampaign({ ctx: { ...org.ctx, db }, input: { campaignId } });
  await expect(crashing).rejects.toThrow("the process ends here");
}

/** The running numbers of the campaign's messages, in the order of their ids. */
const numbersById = async ({ org, campaignId }: Started) => {
  const rows = await messagesOf(platform, org, campaignId);
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ sequence }) => sequence);
};

describe("a large campaign", () => {
  it("shows how many recipients are written, and resumes after a crash: everyone once", async () => {
    const campaign = await startedCampaign();
    const { org, campaignId } = campaign;
    await crashAfterFirstBatch(campaign);
    expect(await progressOf(campaign)).toMatchObject({
      status: "preparing",
      preparing: { written: 5000, quoted: recipients },
    });
    await platform.runJobs();
    expect(await progressOf(campaign)).toMatchObject({
      status: "sending",
      preparing: null,
      counts: { queued: recipients },
    });
    const rows = await messagesOf(platform, org, campaignId);
    expect(new Set(rows.map(({ contactId }) => contactId)).size).toBe(recipients);
    expect(rows.map(({ sequence }) => sequence)).toEqual(numbers);
    expect(await numbersById(campaign)).toEqual(numbers);
  });

  it("is continued when an earlier version has written its first recipients, with ids of another kind", async () => {
    const campaign = await startedCampaign();
    await crashAfterFirstBatch(campaign);
    const { orgId } = campaign.org;
    await platform.services.db.withSystem(async (tx) => {
      await tx.execute(sql`update messages set id = new_id('msg') where org_id = ${orgId}`);
      await tx.execute(
        sql`update campaigns set messages_from = default, messages_to = default where org_id = ${orgId}`,
      );
    });
    await platform.runJobs();
    const rows = await messagesOf(platform, campaign.org, campaign.campaignId);
    expect(rows.map(({ sequence }) => sequence)).toEqual(numbers);
    expect(await progressOf(campaign)).toMatchObject({ status: "sending", counts: { queued: recipients } });
  });

  it("has no number twice: a second preparation of the same campaign is refused by the database", async () => {
    const campaign = await startedCampaign();
    await platform.runJobs();
    const { org, campaignId } = campaign;
    await platform.services.db.withSystem((tx) =>
      tx.execute(
        sql`update campaigns set status = 'preparing', recipient_count = 0 where org_id = ${org.orgId}`,
      ),
    );
    const again = prepareCampaign({ ctx: org.ctx, input: { campaignId } });
    await expect(again).rejects.toMatchObject({ code: "23505" });
    expect(await numbersById(campaign)).toEqual(numbers);
  });

  it("is cancelled at once in the request, and message by message in a job; all its money is released", async () => {
    const campaign = await startedCampaign();
    const { org, campaignId } = campaign;
    await platform.runJobs();
    const answer = await platform.call("POST /campaigns/:campaignId/cancel", { campaignId }, org);
    expect(answer).toEqual({ cancelledMessages: 5000, inSender: 2000 });
    expect(await progressOf(campaign)).toMatchObject({ status: "cancelled", counts: { queued: 2000 } });
    await platform.runJobs();
    expect(await progressOf(campaign)).toMatchObject({ counts: { queued: 0, cancelled: recipients } });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 2_000_000,
      heldCents: 0,
    });
  });
});
