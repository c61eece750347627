import { describe, expect, it } from "vitest";
import { type SendResult, writeResults } from "#app/domain/messaging/sender/results.server.ts";
import { TenureKeeper } from "#app/domain/messaging/sender/tenure.server.ts";
import { beginLease, leaseRange, recoverLeases } from "#app/domain/messaging/sender/work.server.ts";
import { newId } from "#app/platform/ids.ts";
import { connectNumber, sendingCampaign, statesOf } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

describe("a dispatcher that lost its number", () => {
  /** Three of five rows are leased by the first holder, which then loses the number to a second. */
  async function takenOver({ isBegun = true } = {}) {
    const { orgId } = await platform.createOrg();
    const phoneNumberId = String(Math.floor(Math.random() * 1e15));
    const account = { wabaId: `9${phoneNumberId}`, phoneNumberId, accessToken: "EAAtest" };
    const sender = await connectNumber(platform.services, orgId, account);
    const campaignId = await sendingCampaign(platform.services, { orgId, ...sender, recipients: 5 });
    const { system } = platform.services.db;
    const [before, after] = ["first", "second"].map((name) => new TenureKeeper(platform.services, name));
    const [first] = await before!.take([{ orgId, phoneNumberId }]);
    const lease = { orgId, phoneNumberId, campaignId, dispatcher: first!.holder, isBegun };
    const range = await leaseRange(platform.services.db, { ...lease, size: 3, leaseId: newId("lse") });
    expect(range?.rows).toHaveLength(3);
    await before!.release(first!);
    const [second] = await after!.take([{ orgId, phoneNumberId }]);
    expect(await leaseRange(platform.services.db, { ...lease, size: 3, leaseId: newId("lse") })).toBeNull();
    await Promise.all([before!.stop(), after!.stop()]);
    const at = new Date();
    const { leaseId } = range!;
    const unsent = range!.rows.map(({ id }) => ({ id, state: "queued" as const, at, dueAt: at, leaseId }));
    const write = (moves: SendResult[], ends: boolean) =>
      writeResults(platform.services, {
        orgId,
        phoneNumberId,
        holder: first!.holder,
        accepted: [],
        moves,
        endedLeases: ends ? [leaseId] : [],
        pauses: new Map(),
        accountRefused: false,
        givenBack: new Set([campaignId]),
      });
    const recover = () =>
      recoverLeases(platform.services.db, {
        orgId,
        phoneNumberId,
        dispatcher: second!.holder,
        graceSeconds: 60,
      });
    const lostAgain = () =>
      system.query("update dispatchers set holder = 'third' where phone_number_id = $1", [phoneNumberId]);
    const begin = () =>
      beginLease(platform.services.db.system, { orgId, leaseId, dispatcher: first!.holder });
    const states = async () => {
      const { rows, totals } = await statesOf(platform.services, orgId, campaignId);
      expect(totals).toEqual(rows);
      return rows;
    };
    const due = async () =>
      (await system.query("select 1 from messages where campaign_id = $1 and due_at <= now()", [campaignId]))
        .rowCount;
    return { unsent, write, recover, lostAgain, begin, states, due };
  }

  it("releases unsent messages with its lease, at once and not earlier", async () => {
    const { unsent, write, recover, states, due } = await takenOver();
    expect(await write(unsent, false)).toEqual(unsent);
    expect(await due()).toBe(0);
    expect(await write(unsent, true)).toEqual([]);
    expect([await states(), await due()]).toEqual([{ queued: 5 }, 3]);
    expect(await recover()).toBe(0);
  });

  it("releases nothing that its successor has recovered", async () => {
    const { unsent, write, recover, states, due } = await takenOver();
    expect(await recover()).toBe(3);
    expect(await write(unsent, true)).toEqual([]);
    expect([await states(), await due()]).toEqual([{ queued: 2, unknown: 3 }, 0]);
  });

  it("leaves no message in doubt of a range that it had not begun, and can't begin it any longer", async () => {
    const { unsent, write, recover, begin, states, due } = await takenOver({ isBegun: false });
    expect([await due(), await recover()]).toEqual([0, 0]);
    expect([await states(), await due()]).toEqual([{ queued: 5 }, 3]);
    expect(await begin()).toBe(false);
    expect(await write(unsent, true)).toEqual([]);
    expect([await states(), await due()]).toEqual([{ queued: 5 }, 3]);
  });

  it("is not taken over from by one that has lost the number as well", async () => {
    const { recover, lostAgain, states, due } = await takenOver();
    await lostAgain();
    expect(await recover()).toBeNull();
    expect([await states(), await due()]).toEqual([{ queued: 5 }, 0]);
  });

  it("leaves messages in doubt of a range that it began in the meantime", async () => {
    const { recover, begin, states, due } = await takenOver({ isBegun: false });
    expect([await begin(), await recover()]).toEqual([true, 3]);
    expect([await states(), await due()]).toEqual([{ queued: 2, unknown: 3 }, 0]);
  });
});
