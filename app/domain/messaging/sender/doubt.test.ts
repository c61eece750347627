import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { claimDue } from "./claims.server.ts";
import { DoorWatch } from "./doorWatch.server.ts";
import { beat, doorOpenSince, NumberHold } from "./hold.server.ts";

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
const account = { wabaId: "1", phoneNumberId: "2", accessToken: "EAAtest" };
const sender = setUp(() => connectNumber(platform.services, org.orgId, account));
let campaignId: string;
beforeAll(async () => {
  campaignId = await sendingCampaign(platform.services, { orgId: org.orgId, ...sender, recipients: 1 });
});
beforeEach(async () => {
  await query("delete from heartbeats");
  await query("delete from webhook_events");
});

const query = (text: string, values: unknown[] = []) => platform.services.db.system.query(text, values);
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const lived = (roles: string, from: number, to: number) =>
  query(
    "insert into heartbeats (process_id, roles, started_at, seen_at) values (gen_random_uuid()::text, $1, $2, $3)",
    [roles, ago(from), ago(to)],
  );
const secondsOpen = async () => {
  const since = await doorOpenSince(platform.services.db.system);
  return since === null ? null : Math.round((Date.now() - since.getTime()) / 1000);
};

describe("the time since which webhooks can be taken", () => {
  it("is the start of the process that takes them", async () => {
    await lived("web,api,worker", 100, 1);
    expect(await secondsOpen()).toBe(100);
  });

  it("begins anew with a restart, however short", async () => {
    await lived("api", 500, 101);
    await lived("api", 100, 1);
    expect(await secondsOpen()).toBe(100);
  });

  it("goes back through processes that overlap", async () => {
    await lived("api", 900, 390);
    await lived("api", 400, 90);
    await lived("api", 100, 1);
    expect(await secondsOpen()).toBe(900);
  });

  it("is unknown while no process takes any", async () => {
    await lived("api", 100, 60);
    await lived("worker", 100, 1);
    expect(await secondsOpen()).toBeNull();
  });
});

describe("a process that was silent", () => {
  it("counts as started anew: it took no webhooks meanwhile", async () => {
    await query(
      "insert into heartbeats (process_id, roles, started_at, seen_at) values ('frozen', 'api', $1, $2)",
      [ago(3600), ago(1200)],
    );
    await beat(platform.services.db.system, "frozen", "api");
    expect(await secondsOpen()).toBe(0);
    await beat(platform.services.db.system, "frozen", "api");
    expect(await secondsOpen()).toBe(0);
  });
});

describe("the hold on a number", () => {
  const hold = (holder: string) =>
    new NumberHold(
      platform.services.db.system,
      { orgId: org.orgId, phoneNumberId: sender.phoneNumberId },
      holder,
    );
  const expire = () => query("update dispatchers set expires_at = now() - interval '1 second'");

  it("belongs to one at a time, and whoever lost it cannot renew it", async () => {
    const [first, second] = [hold("first"), hold("second")];
    expect(await first.take()).toBe(true);
    expect(await second.take()).toBe(false);
    expect(await first.renew()).toBe(true);
    await expire();
    expect(await first.renew()).toBe(false);
    expect(await second.take()).toBe(true);
    await expire();
    expect(await first.renew()).toBe(false);
  });
});

describe("a message in doubt", () => {
  /** Whether it would be sent again, having been in doubt so long, with the door open so long. */
  async function sentAgain(
    doubtSeconds: number,
    openSeconds: number | null,
    held: ReadonlySet<string> = new Set(),
  ): Promise<boolean> {
    await query(
      "update messages set state = 'unknown', due_at = $2, in_doubt_since = $3 where campaign_id = $1",
      [campaignId, ago(1), ago(doubtSeconds)],
    );
    const rows = await claimDue(platform.services.db.system, {
      orgId: org.orgId,
      phoneNumberId: sender.phoneNumberId,
      singles: 10,
      retries: [10, 10, 10, 10],
      doubts: true,
      graceSeconds: 300,
      ...(await new DoorWatch(platform.services.db.system).look()),
      doorOpenSince: openSeconds === null ? null : ago(openSeconds),
      held,
    });
    return rows.length === 1;
  }

  it.each([
    ["never while webhooks cannot be taken", 9999, null, false],
    ["not within the grace time after the door opened", 10, 299, false],
    ["after the grace time, when webhooks could be taken all the while", 301, 5000, true],
    ["not within the grace time after a restart", 9999, 200, false],
    ["not until the door has been open as long as the doubt had lasted", 4000, 1900, false],
    ["when the door has been open longer than the doubt had lasted before", 4000, 2100, true],
  ] as const)("is sent again %s", async (_, doubt, open, expected) => {
    expect(await sentAgain(doubt, open)).toBe(expected);
  });

  it("waits while a webhook is still to be applied", async () => {
    await query("insert into webhook_events (body, received_at) values ('{}', now() - interval '5 seconds')");
    expect(await sentAgain(400, 5000)).toBe(false);
    await query("update webhook_events set processed_at = now()");
    expect(await sentAgain(400, 5000)).toBe(true);
  });

  it("counts no doubt more while it only waits for its turn in the sender's memory", async () => {
    const rowsOf = async () =>
      (
        await query(
          "select id, state, doubts, due_at > now() as later from messages where campaign_id = $1",
          [campaignId],
        )
      ).rows;
    await query("update messages set doubts = 0 where campaign_id = $1", [campaignId]);
    const [{ id }] = (await rowsOf()) as [{ id: string }];
    for (let time = 0; time < 3; time += 1) expect(await sentAgain(400, 5000, new Set([id]))).toBe(false);
    expect(await rowsOf()).toEqual([{ id, state: "unknown", doubts: 0, later: true }]);
    expect(await sentAgain(400, 5000)).toBe(true);
    expect(await rowsOf()).toMatchObject([{ doubts: 1 }]);
  });

  it("is not claimed while its way back to the queue is being written", async () => {
    const { rows } = await query(
      "update messages set state = 'queued', due_at = now() where campaign_id = $1 returning id",
      [campaignId],
    );
    const claim = (held: ReadonlySet<string>) =>
      claimDue(platform.services.db.system, {
        orgId: org.orgId,
        phoneNumberId: sender.phoneNumberId,
        singles: 10,
        retries: [10, 10, 10, 10],
        doubts: true,
        graceSeconds: 300,
        doorOpenSince: null,
        webhooksWait: false,
        held,
      });
    expect(await claim(new Set([rows[0].id]))).toEqual([]);
    expect((await query("select state from messages where campaign_id = $1", [campaignId])).rows).toEqual([
      { state: "queued" },
    ]);
    expect(await claim(new Set())).toHaveLength(1);
  });
});
