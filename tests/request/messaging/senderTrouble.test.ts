import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { cancelCampaign } from "#app/domain/messaging/campaigns/cancel.server.ts";
import { claimDue } from "#app/domain/messaging/sender/claims.server.ts";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { connectNumber, sendingCampaign, statesOf, until } from "#tests/support/campaign.ts";
import { createTestPlatform, onWallClock } from "#tests/support/platform.ts";
import { freePort } from "#tests/support/processes.ts";
import { setUp } from "#tests/support/setUp.ts";

let port: number;
let meta: Server | undefined;
const running: { stop(): Promise<void> }[] = [];
const taken: string[] = [];

const platform = setUp(
  async () => {
    port = await freePort();
    return createTestPlatform({
      graphUrl: `http://127.0.0.1:${port}`,
      env: { UNKNOWN_GRACE_SECONDS: "600" },
    });
  },
  ({ close }) => close(),
);
afterEach(async () => {
  await Promise.all(running.splice(0).map((sender) => sender.stop()));
  meta?.closeAllConnections();
  await new Promise((resolve) => (meta ? meta.close(resolve) : resolve(undefined)));
  meta = undefined;
  taken.length = 0;
});

/** A Meta that responds to each recipient as specified, and otherwise accepts. */
async function startMeta(answers: Record<string, { status: number; body: string }> = {}): Promise<void> {
  meta = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { to } = JSON.parse(text) as { to: string };
      const answer = answers[to];
      if (!answer) taken.push(to);
      const body = answer?.body ?? JSON.stringify({ messages: [{ id: `wamid.${to}` }] });
      response.writeHead(answer?.status ?? 200, { "content-type": "application/json" }).end(body);
    });
  });
  await new Promise<void>((resolve) => meta?.listen(port, "127.0.0.1", resolve));
}

async function campaignOf(recipients: number) {
  const org = await platform.createOrg();
  const phoneNumberId = String(Math.floor(Math.random() * 1e15));
  const account = { wabaId: `9${phoneNumberId}`, phoneNumberId, accessToken: "EAAtest" };
  const sender = await connectNumber(platform.services, org.orgId, account);
  const campaignId = await sendingCampaign(platform.services, { orgId: org.orgId, ...sender, recipients });
  return { org, orgId: org.orgId, campaignId, ...sender };
}

const query = (text: string, values: unknown[] = []) => platform.services.db.system.query(text, values);
const start = () => running.push(startSender(onWallClock(platform.services)));
const phone = (n: number) => `+2547${String(n).padStart(8, "0")}`;

describe("while Meta cannot be reached", () => {
  it("nothing fails; everything is sent once when it is reachable again", async () => {
    const { orgId, campaignId } = await campaignOf(300);
    start();
    await until("a first refusal is written", async () => {
      const { rowCount } = await query(
        "select 1 from messages where campaign_id = $1 and due_at is not null limit 1",
        [campaignId],
      );
      return rowCount === 1;
    });
    const before = await statesOf(platform.services, orgId, campaignId);
    expect(Object.keys(before.rows).filter((state) => state !== "queued" && state !== "unknown")).toEqual([]);
    await startMeta();
    await until("all accepted", async () => {
      const { rows } = await statesOf(platform.services, orgId, campaignId);
      return rows.accepted === 300;
    });
    expect(taken.sort()).toEqual(Array.from({ length: 300 }, (_, n) => phone(n + 1)));
    const { rows } = await query("select max(attempts) as most from messages where campaign_id = $1", [
      campaignId,
    ]);
    expect(rows).toEqual([{ most: 1 }]);
  });
});

describe("a malformed response from Meta", () => {
  it("leaves its message in doubt, and keeps the others' results", async () => {
    const { orgId, campaignId } = await campaignOf(40);
    await startMeta({
      [phone(3)]: { status: 502, body: '{"error":{"code":"BadGateway"}}' },
      [phone(4)]: { status: 500, body: '{"error":{"code":99999999999,"message":{"a":1}}}' },
      [phone(5)]: { status: 200, body: '{"messages":[{"id":{"a":1}}]}' },
      [phone(6)]: { status: 400, body: '{"error":{"code":131026,"error_data":{"details":["no"]}}}' },
      [phone(7)]: { status: 200, body: "null" },
      [phone(8)]: { status: 200, body: '{"messages":[{"id":"wamid.\\u0000"}]}' },
    });
    start();
    await until("all decided", async () => {
      const { rows } = await statesOf(platform.services, orgId, campaignId);
      return rows.queued === undefined;
    });
    const { rows, totals } = await statesOf(platform.services, orgId, campaignId);
    expect(rows).toEqual({ accepted: 35, unknown: 4, failed: 1 });
    expect(totals).toEqual(rows);
  });
});

describe("a contact who opted out, or was deleted, before their message was sent", () => {
  it("gets none, and the list says so without a Meta code", async () => {
    const { org, campaignId } = await campaignOf(3);
    await query("update contacts set opted_out_at = now() where org_id = $1 and phone = $2", [
      org.orgId,
      phone(1),
    ]);
    await query("delete from contacts where org_id = $1 and phone = $2", [org.orgId, phone(2)]);
    await startMeta();
    start();
    await until("the campaign ends", async () => {
      const { campaign } = await statesOf(platform.services, org.orgId, campaignId);
      return campaign.status === "completed";
    });
    expect(taken).toEqual([phone(3)]);
    const { recipients } = await platform.call("GET /campaigns/:campaignId/recipients", { campaignId }, org);
    expect(recipients.map(({ state, errorCode }) => [state, errorCode])).toEqual([
      ["failed", null],
      ["failed", null],
      ["accepted", null],
    ]);
    expect(recipients[0]?.reason?.text).toMatch(/^Not sent: the person opted out/);
  });
});

describe("a promotion", () => {
  it("skips contacts who withdrew consent since it was prepared", async () => {
    const { org, campaignId, templateId } = await campaignOf(3);
    await query("update templates set category = 'MARKETING' where id = $1", [templateId]);
    await query("update contacts set consent = 'granted' where org_id = $1 and phone <> $2", [
      org.orgId,
      phone(2),
    ]);
    await startMeta();
    start();
    await until("the campaign ends", async () => {
      const { campaign } = await statesOf(platform.services, org.orgId, campaignId);
      return campaign.status === "completed";
    });
    expect(taken.sort()).toEqual([phone(1), phone(3)]);
    const { rows } = await statesOf(platform.services, org.orgId, campaignId);
    expect(rows).toEqual({ accepted: 2, failed: 1 });
  });
});

describe("a number that Meta has banned", () => {
  it("sends nothing, and its campaign pauses and says why", async () => {
    const { org, campaignId, phoneNumberId } = await campaignOf(3);
    await query("update phone_numbers set status = 'BANNED' where phone_number_id = $1", [phoneNumberId]);
    await startMeta();
    start();
    const { campaign, rows } = await until("the campaign pauses", async () => {
      const states = await statesOf(platform.services, org.orgId, campaignId);
      return states.campaign.status === "paused" && states;
    });
    expect(campaign.status_reason).toContain("Meta set this number to banned");
    expect([taken, rows]).toEqual([[], { queued: 3 }]);
  });
});

describe("a template that Meta has flagged", () => {
  it("is still sent: campaigns may start with it, and running ones continue", async () => {
    const { orgId, campaignId, templateId } = await campaignOf(5);
    await query("update templates set status = 'FLAGGED' where id = $1", [templateId]);
    await startMeta();
    start();
    const { campaign } = await until("the campaign ends", async () => {
      const states = await statesOf(platform.services, orgId, campaignId);
      return states.campaign.status !== "sending" && states;
    });
    expect(campaign).toEqual({ status: "completed", status_reason: null });
    expect(taken).toHaveLength(5);
  });
});

describe("a template that cannot be filled", () => {
  it("fails its messages with a reason, and other campaigns of the number continue", async () => {
    const bad = await campaignOf(5);
    await query("update templates set components = $2 where id = $1", [
      bad.templateId,
      JSON.stringify([{ type: "BUTTONS", buttons: [{ type: "URL", text: "Track" }] }]),
    ]);
    await startMeta();
    start();
    await until("the campaign ends", async () => {
      const { campaign } = await statesOf(platform.services, bad.orgId, bad.campaignId);
      return campaign.status === "completed";
    });
    const { rows } = await query("select distinct state, error_code from messages where campaign_id = $1", [
      bad.campaignId,
    ]);
    expect(rows).toEqual([{ state: "failed", error_code: 132000 }]);
  });
});

describe("a campaign that is cancelled while a retry waits", () => {
  it("cancels that message too, though its lease is open", async () => {
    const { org, orgId, campaignId } = await campaignOf(5);
    await query(
      "insert into send_leases (org_id, id, campaign_id, from_sequence, to_sequence, dispatcher) values ($1, 'lse_1', $2, 1, 5, 'somebody')",
      [orgId, campaignId],
    );
    await query(
      "update messages set due_at = now() + interval '1 hour' where campaign_id = $1 and sequence = 5",
      [campaignId],
    );
    await cancelCampaign({ ctx: org.ctx, input: { campaignId } });
    const { rows } = await statesOf(platform.services, orgId, campaignId);
    expect(rows).toEqual({ queued: 4, cancelled: 1 });
  });
});

describe("a message that was refused for a transient reason", () => {
  it("is not in doubt sooner: only tries without a response count", async () => {
    const { orgId, campaignId, phoneNumberId } = await campaignOf(1);
    const claim = () =>
      claimDue(platform.services.db, {
        orgId,
        phoneNumberId,
        singles: 10,
        retries: [10, 10, 10, 10],
        doubts: true,
        graceSeconds: 1,
        intakeOpenSince: new Date(Date.now() - 86_400_000),
        statusesSince: new Date(Date.now() - 86_400_000),
        lowWater: 0,
        held: new Set<string>(),
      });
    await query("update messages set due_at = now(), attempts = 5 where campaign_id = $1", [campaignId]);
    expect(await claim()).toMatchObject([{ doubts: 0 }]);
    await query("update messages set due_at = now() where campaign_id = $1", [campaignId]);
    expect(await claim()).toMatchObject([{ doubts: 1 }]);
  });
});
