import { beforeEach, describe, expect, it, vi } from "vitest";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { StatusWatch } from "./statusWatch.server.ts";

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
const account = { wabaId: "1", phoneNumberId: "2", accessToken: "EAAtest" };
const sender = setUp(() => connectNumber(platform.services, org.orgId, account));
const campaign = setUp(async () => ({
  id: await sendingCampaign(platform.services, { orgId: org.orgId, ...sender, recipients: 2000 }),
}));
const query = (text: string, values: unknown[] = []) => platform.services.db.system.query(text, values);
const graceSeconds = 300;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

beforeEach(async () => {
  await query(
    "update messages set sent_at = null, delivered_at = null, read_at = null, campaign_id = coalesce(campaign_id, $1)",
    [campaign.id],
  );
  await query("update campaigns set next_sequence = 1001 where id = $1", [campaign.id]);
});

/** Messages with these running numbers got a status that Meta dates so many seconds back. */
const reported = (sequences: number[], secondsAgo: number, column = "sent_at") =>
  query(`update messages set ${column} = $3 where campaign_id = $1 and sequence = any($2)`, [
    campaign.id,
    sequences,
    ago(secondsAgo),
  ]);

/** In doubt is a message that was posted at the latest 400 seconds ago. */
const inDoubt = () => ({
  orgId: org.orgId,
  phoneNumberId: sender.phoneNumberId,
  dueAtMs: ago(400 - graceSeconds).getTime(),
});

async function arrives(): Promise<boolean> {
  const watch = new StatusWatch(platform.services.db.system, graceSeconds);
  await watch.read([inDoubt()]);
  return watch.since.has(sender.phoneNumberId);
}

describe("statuses of a number with a message in doubt", () => {
  it.each([
    ["are not seen without any", [], 0, "sent_at", false],
    ["are not seen when all are of before it can have been posted", [998, 999, 1000], 410, "sent_at", false],
    ["are not seen by one message alone", [1000], 300, "sent_at", false],
    ["are seen by several messages", [999, 1000], 300, "sent_at", true],
    ["are seen by what was posted before and is read later", [902, 903], 300, "read_at", true],
  ] as const)("%s", async (_, sequences, secondsAgo, column, expected) => {
    await reported([...sequences], secondsAgo, column);
    expect(await arrives()).toBe(expected);
  });

  it("are seen by a sample of all that a campaign has sent", async () => {
    await reported(
      Array.from({ length: 500 }, (_, n) => n + 1),
      300,
      "read_at",
    );
    expect(await arrives()).toBe(true);
  });

  it.each([
    ["many", [1, 150]],
    ["few", [1, 10]],
  ] as const)("are seen by %s first messages, with all later ones in doubt", async (_, [from, to]) => {
    await reported(
      Array.from({ length: to - from + 1 }, (__, n) => from + n),
      300,
      "read_at",
    );
    expect(await arrives()).toBe(true);
  });

  it("are seen by single messages too", async () => {
    await reported([1, 2], 300);
    await query(
      "update messages set campaign_id = null, created_at = $2 where campaign_id = $1 and sequence in (1, 2)",
      [campaign.id, ago(350)],
    );
    expect(await arrives()).toBe(true);
  });

  it("arrive since they were first seen, and begin again after a read that does not see them", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const watch = new StatusWatch(platform.services.db.system, graceSeconds);
    const readLater = async () => {
      vi.advanceTimersByTime(4000);
      await watch.read([inDoubt()]);
      return watch.since.get(sender.phoneNumberId);
    };
    await reported([999, 1000], 300);
    const first = await readLater();
    expect(await readLater()).toEqual(first);
    await reported([999, 1000], 500);
    expect(await readLater()).toBeUndefined();
    await reported([999, 1000], 300);
    expect((await readLater())!.getTime()).toBeGreaterThan(first!.getTime());
    await watch.read([]);
    expect(watch.since.size).toBe(0);
    vi.useRealTimers();
  });
});
