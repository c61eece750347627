import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { metaIsDown } from "#app/domain/messaging/messages/reasons.ts";
import { newId } from "#app/platform/ids.ts";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { onWallClock, setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { claimDue } from "./claims.server.ts";
import { IntakeWatch } from "./intakeWatch.server.ts";
import { findWork, numbersHeld } from "./numbers.server.ts";
import { endUnknown } from "./results.server.ts";
import { type NumberTenure, TenureKeeper } from "./tenure.server.ts";
import { recoverLeases } from "./work.server.ts";

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
const livedSince = (seconds: number) =>
  query(
    "insert into heartbeats (process_id, roles, started_at, seen_at) values (gen_random_uuid()::text, 'api', $1, now())",
    [ago(seconds)],
  );

describe("the tenure of a number", () => {
  const keepers: TenureKeeper[] = [];
  const keeper = () => {
    const made = new TenureKeeper(onWallClock(platform.services), newId("evt"));
    keepers.push(made);
    return made;
  };
  afterEach(() => Promise.all(keepers.splice(0).map((made) => made.stop())));
  const numbers = (...names: string[]) => names.map((phoneNumberId) => ({ orgId: org.orgId, phoneNumberId }));
  const endsIn = (interval: string) =>
    query(`update dispatchers set expires_at = now() + interval '${interval}'`);
  const age = (tenure: NumberTenure) =>
    tenure.renewed({ monotonic: performance.now() - 5000, wall: Date.now() - 5000 });
  const namesOf = (tenures: NumberTenure[]) => tenures.map(({ phoneNumberId }) => phoneNumberId).sort();

  it("belongs to one at a time, and whoever lost it cannot renew it", async () => {
    const [first, second] = [keeper(), keeper()];
    const [a, b] = (await first.take(numbers("a", "b"))) as [NumberTenure, NumberTenure];
    expect(namesOf(await second.take(numbers("a", "b", "c")))).toEqual(["c"]);
    for (const tenure of [a, b]) age(tenure);
    expect(await first.renew()).toBe(true);
    expect([a.isOver, a.ageMs < 4000]).toEqual([false, true]);
    await endsIn("-1 second");
    expect(namesOf(await second.take(numbers("a")))).toEqual(["a"]);
    for (const tenure of [a, b]) age(tenure);
    await first.renew();
    expect([a.isOver, b.isOver]).toEqual([true, true]);
    expect(namesOf(await first.take(numbers("a", "b")))).toEqual(["b"]);
  });

  it("is renewed although a statement of another number of the process has locked it", async () => {
    const held = keeper();
    const [a, b] = (await held.take(numbers("locked", "free"))) as [NumberTenure, NumberTenure];
    for (const tenure of [a, b]) age(tenure);
    await platform.services.db.withSystem(async (tx) => {
      await tx.execute(sql`select 1 from dispatchers where phone_number_id = 'locked' for share`);
      expect(await held.renew()).toBe(false);
      expect([a.isOver, a.ageMs > 4000, b.ageMs < 4000]).toEqual([false, true, true]);
      expect(await keeper().take(numbers("locked"))).toEqual([]);
    });
    expect(await held.renew()).toBe(true);
    expect(a.ageMs).toBeLessThan(4000);
  });

  it("ends for whoever hangs: it is not renewed", async () => {
    const held = keeper();
    const [tenure] = (await held.take(numbers("hanging"))) as [NumberTenure];
    age(tenure);
    vi.spyOn(tenure, "isAtWork", "get").mockReturnValue(false);
    await held.renew();
    expect(tenure.ageMs).toBeGreaterThan(4000);
  });

  it("counts no longer than it can last, as after the database's clock was set back", async () => {
    await keeper().take(numbers("early", "held"));
    await query(
      "update dispatchers set expires_at = now() + interval '1 hour' where phone_number_id = 'early'",
    );
    expect([...(await numbersHeld(platform.services.db.system)).keys()]).toContain("held");
    expect([...(await numbersHeld(platform.services.db.system)).keys()]).not.toContain("early");
    expect(namesOf(await keeper().take(numbers("early", "held")))).toEqual(["early"]);
  });
});

describe("a number whose sender was killed", () => {
  it("has all its messages in doubt wait for the grace time once more: they may have been posted until now", async () => {
    const number = { orgId: org.orgId, phoneNumberId: sender.phoneNumberId };
    const [killed, next] = [
      new TenureKeeper(onWallClock(platform.services), newId("evt")),
      new TenureKeeper(onWallClock(platform.services), newId("evt")),
    ];
    const takenBy = async (keeper: TenureKeeper) => (await keeper.take([number]))[0]!;
    const dueIn = async () => {
      const { rows } = await query(
        "select round(extract(epoch from due_at - now()))::int as seconds from messages where campaign_id = $1",
        [campaignId],
      );
      return rows[0].seconds;
    };
    await takenBy(killed);
    await query(
      "update messages set state = 'unknown', due_at = now() + interval '5 seconds' where campaign_id = $1",
      [campaignId],
    );
    await query("update dispatchers set expires_at = now() - interval '1 second'");
    const tenure = await takenBy(next);
    expect(tenure.wasAbandoned).toBe(true);
    await recoverLeases(platform.services.db, { ...number, dispatcher: tenure.holder, graceSeconds: 300 });
    expect(await dueIn()).toBeGreaterThan(295);
    await next.release(tenure);
    const again = await takenBy(next);
    expect(again.wasAbandoned).toBe(true);
    again.recovered();
    await next.release(again);
    expect((await takenBy(killed)).wasAbandoned).toBe(false);
    await Promise.all([killed.stop(), next.stop()]);
  });
});

describe("a message in doubt", () => {
  interface Seen {
    doubtSeconds: number;
    openSeconds: number | null;
    arrivingSeconds?: number | null;
    errorCode?: number;
    held?: ReadonlySet<string>;
  }

  /** Whether it would be sent again, having been in doubt so long, with webhooks stored and statuses arriving so long. */
  async function sentAgain(seen: Seen): Promise<boolean> {
    const { doubtSeconds, openSeconds, arrivingSeconds = 5000, errorCode, held = new Set() } = seen;
    await query(
      "update messages set state = 'unknown', due_at = $2, in_doubt_since = $3, error_code = $4 where campaign_id = $1",
      [campaignId, ago(1), ago(doubtSeconds), errorCode ?? null],
    );
    const rows = await claimDue(platform.services.db, {
      orgId: org.orgId,
      phoneNumberId: sender.phoneNumberId,
      singles: 10,
      retries: [10, 10, 10, 10],
      doubts: true,
      graceSeconds: 300,
      ...(await new IntakeWatch(platform.services.db.system).read()),
      intakeOpenSince: openSeconds === null ? null : ago(openSeconds),
      statusesSince: arrivingSeconds === null ? null : ago(arrivingSeconds),
      held,
    });
    return rows.length === 1;
  }

  it.each([
    ["never while webhooks cannot be taken", 9999, null, false],
    ["not within the grace time after the door opened", 10, 290, false],
    ["after the grace time, when webhooks could be taken all the while", 301, 5000, true],
    ["not within the grace time after a restart", 9999, 200, false],
    ["not until the door has been open as long as the doubt had lasted", 4000, 1900, false],
    ["when the door has been open longer than the doubt had lasted before", 4000, 2100, true],
  ] as const)("is sent again %s", async (_, doubtSeconds, openSeconds, expected) => {
    expect(await sentAgain({ doubtSeconds, openSeconds })).toBe(expected);
  });

  it.each([
    ["never while no later status of its number has arrived", 9999, null, false],
    ["not within the grace time after later statuses were first seen", 10, 290, false],
    ["when later statuses have been arriving for as long as it had been in doubt", 4000, 2100, true],
    ["not until they have been arriving for so long", 4000, 1900, false],
  ] as const)("is sent again %s", async (_, doubtSeconds, arrivingSeconds, expected) => {
    expect(await sentAgain({ doubtSeconds, openSeconds: 9999, arrivingSeconds })).toBe(expected);
  });

  it("is sent again without later statuses when Meta responded to nothing", async () => {
    const outage = { openSeconds: 9999, arrivingSeconds: null, errorCode: metaIsDown };
    expect(await sentAgain({ ...outage, doubtSeconds: 301 })).toBe(true);
    expect(await sentAgain({ ...outage, doubtSeconds: 301, openSeconds: null })).toBe(false);
  });

  it.each([
    ["fails after the longest wait", 6.1, true, undefined, "failed"],
    ["stays in doubt before", 5.9, true, undefined, "unknown"],
    ["stays in doubt while webhooks cannot be taken", 6.1, false, undefined, "unknown"],
    ["stays in doubt while Meta is down", 6.1, true, metaIsDown, "unknown"],
  ] as const)("%s without a later status", async (_, hours, isOpen, errorCode, state) => {
    await sentAgain({ doubtSeconds: 1, openSeconds: null });
    await query(
      "update messages set in_doubt_since = $2, due_at = $3, error_code = $4 where campaign_id = $1",
      [campaignId, ago(hours * 3600), ago(1), errorCode ?? null],
    );
    if (isOpen) await livedSince(40_000);
    await endUnknown(platform.services, 300, new Map([["another number", new Date()]]));
    const { rows } = await query("select state from messages where campaign_id = $1", [campaignId]);
    expect(rows).toEqual([{ state }]);
  });

  it("does not fail while later statuses of its number arrive", async () => {
    await sentAgain({ doubtSeconds: 7 * 3600, openSeconds: null });
    await livedSince(40_000);
    await endUnknown(platform.services, 300, new Map([[sender.phoneNumberId, new Date()]]));
    const { rows } = await query("select state from messages where campaign_id = $1", [campaignId]);
    expect(rows).toEqual([{ state: "unknown" }]);
  });

  /** Whether the sender would start a dispatcher for the number. */
  async function isWork(): Promise<boolean> {
    const { numbers } = await findWork(platform.services.db.system, {
      graceSeconds: 300,
      intakeOpenSince: ago(5000),
      statusesSince: new Map([[sender.phoneNumberId, ago(5000)]]),
      lowWater: (await new IntakeWatch(platform.services.db.system).read()).lowWater,
      endsUnknown: true,
    });
    return numbers.some(({ phoneNumberId, isDue }) => phoneNumberId === sender.phoneNumberId && isDue);
  }

  it.each([
    ["its number", () => sender.phoneNumberId, true],
    ["several accounts", () => "", true],
    ["another organisation's number", () => "999", false],
  ])("waits while a webhook about %s is still to be applied: %s", async (_, accountKey, waits) => {
    await query(
      `insert into webhook_events (body, account_key, is_status, received_at)
        values ('{}', $1, true, now() - interval '5 seconds')`,
      [accountKey()],
    );
    expect(await sentAgain({ doubtSeconds: 400, openSeconds: 5000 })).toBe(!waits);
    await query(
      "update messages set state = 'unknown', due_at = $2, in_doubt_since = $3 where campaign_id = $1",
      [campaignId, ago(1), ago(400)],
    );
    expect(await isWork()).toBe(!waits);
    await query("delete from webhook_events");
    expect(await isWork()).toBe(true);
    expect(await sentAgain({ doubtSeconds: 400, openSeconds: 5000 })).toBe(true);
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
    for (let time = 0; time < 3; time += 1)
      expect(await sentAgain({ doubtSeconds: 400, openSeconds: 5000, held: new Set([id]) })).toBe(false);
    expect(await rowsOf()).toEqual([{ id, state: "unknown", doubts: 0, later: true }]);
    expect(await sentAgain({ doubtSeconds: 400, openSeconds: 5000 })).toBe(true);
    expect(await rowsOf()).toMatchObject([{ doubts: 1 }]);
  });

  it("is not claimed while its way back to the queue is being written", async () => {
    const { rows } = await query(
      "update messages set state = 'queued', due_at = now() where campaign_id = $1 returning id",
      [campaignId],
    );
    const claim = (held: ReadonlySet<string>) =>
      claimDue(platform.services.db, {
        orgId: org.orgId,
        phoneNumberId: sender.phoneNumberId,
        singles: 10,
        retries: [10, 10, 10, 10],
        doubts: true,
        graceSeconds: 300,
        intakeOpenSince: null,
        statusesSince: null,
        lowWater: 0,
        held,
      });
    expect(await claim(new Set([rows[0].id]))).toEqual([]);
    expect((await query("select state from messages where campaign_id = $1", [campaignId])).rows).toEqual([
      { state: "queued" },
    ]);
    expect(await claim(new Set())).toHaveLength(1);
  });
});
