import { beforeEach, describe, expect, it } from "vitest";
import { sealEvents } from "#app/domain/record/audit/seal.server.ts";
import { verifyAudit } from "#app/domain/record/audit/verify.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

/** As a superuser of the database, bypassing the application. */
async function tamper(text: string, values: unknown[]): Promise<void> {
  const client = await platform.services.db.owner.connect();
  try {
    await client.query("begin");
    await client.query("alter table events no force row level security");
    await client.query("alter table event_seals no force row level security");
    await client.query(text, values);
    await client.query("alter table events force row level security");
    await client.query("alter table event_seals force row level security");
    await client.query("commit");
  } finally {
    client.release();
  }
}

const breaksOf = async (org: TestOrg) =>
  (await verifyAudit(platform)).breaks.filter(({ orgId }) => orgId === org.orgId);

describe("the log of an organisation", () => {
  let org: TestOrg;
  let lines: { eventId: string; seq: number }[];

  beforeEach(async () => {
    org = await platform.createOrg("Duka Letu");
    for (const name of ["Duka Moja", "Duka Mbili", "Duka Tatu"])
      await platform.call("PUT /settings/organisation", { name }, org);
    platform.clock.advance(60_000);
    await sealEvents(platform);
    const { rows } = await platform.services.db.withSystem((tx) =>
      tx.execute<{ eventId: string; seq: number }>(
        `select event_id as "eventId", seq::int from event_seals where org_id = '${org.orgId}' order by seq`,
      ),
    );
    lines = rows;
  });

  it("is valid as long as it is not changed, also after more entries", async () => {
    expect(lines.length).toBeGreaterThanOrEqual(3);
    await platform.call("PUT /settings/organisation", { name: "Duka Nne" }, org);
    platform.clock.advance(60_000);
    await sealEvents(platform);
    expect(await breaksOf(org)).toEqual([]);
  });

  it("is sealed to its end in one run, whatever the backlog: the rest would be too old for the next", async () => {
    await platform.services.db.system.query(
      `insert into events (org_id, id, name, type, status, actor_kind, data, at)
        select $1, 'evt_many' || n, 'settings.many', 'settings', 'success', 'job', '{}', $2::timestamptz - n * interval '1 second'
        from generate_series(1, 2500) n`,
      [org.orgId, platform.clock.now()],
    );
    platform.clock.advance(60_000);
    expect((await sealEvents(platform)).sealed).toBe(2500);
    expect(await breaksOf(org)).toEqual([]);
  });

  it("is sealed to its end after runs that failed for hours, also when others were sealed by them", async () => {
    const other = await platform.createOrg("Duka Pili");
    await tamper(`alter table event_seals add constraint in_the_way check (org_id <> '${other.orgId}')`, []);
    for (const name of ["Duka Sita", "Duka Saba"]) {
      await platform.call("PUT /settings/organisation", { name }, org);
      await platform.call("PUT /settings/organisation", { name }, other);
      platform.clock.advance(60_000);
      await expect(sealEvents(platform)).rejects.toThrow();
      platform.clock.advance(2 * 3_600_000);
    }
    await tamper("alter table event_seals drop constraint in_the_way", []);
    await sealEvents(platform);
    expect([...(await breaksOf(org)), ...(await breaksOf(other))]).toEqual([]);
    expect((await sealEvents(platform)).sealed).toBe(0);
  });

  it("shows the first line that was changed", async () => {
    const { eventId, seq } = lines[1]!;
    await tamper("update events set status = 'error' where id = $1", [eventId]);
    expect(await breaksOf(org)).toEqual([{ orgId: org.orgId, seq, eventId, problem: "changed or moved" }]);
  });

  it("shows a line that was deleted, also together with its seal", async () => {
    const { eventId, seq } = lines[1]!;
    await tamper("delete from events where id = $1", [eventId]);
    expect(await breaksOf(org)).toEqual([{ orgId: org.orgId, seq, eventId, problem: "deleted" }]);
    await tamper("delete from event_seals where event_id = $1", [eventId]);
    expect(await breaksOf(org)).toMatchObject([{ seq: lines[2]!.seq, problem: "seal deleted" }]);
  });

  it("shows two lines that changed places", async () => {
    const [one, other] = [lines[0]!, lines[1]!];
    await tamper(
      `update events e set at = o.at from events o where o.org_id = e.org_id
        and (e.id, o.id) in (($1, $2), ($2, $1))`,
      [one.eventId, other.eventId],
    );
    await tamper("update event_seals set event_id = event_id || '-' where event_id in ($1, $2)", [
      one.eventId,
      other.eventId,
    ]);
    await tamper(
      `update event_seals set event_id = case event_id when $1 || '-' then $2 else $1 end
        where event_id in ($1 || '-', $2 || '-')`,
      [one.eventId, other.eventId],
    );
    expect(await breaksOf(org)).toMatchObject([{ seq: one.seq, problem: "changed or moved" }]);
  });

  it("shows a line that was inserted among older ones", async () => {
    platform.clock.advance(3 * 3_600_000);
    await platform.call("PUT /settings/organisation", { name: "Duka Tano" }, org);
    platform.clock.advance(60_000);
    await sealEvents(platform);
    await tamper(
      `insert into events (org_id, id, name, type, status, actor_kind, data, at)
        select org_id, 'evt_put_in', name, type, status, actor_kind, data, at from events where id = $1`,
      [lines[0]!.eventId],
    );
    await sealEvents(platform);
    expect(await breaksOf(org)).toEqual([
      { orgId: org.orgId, seq: null, eventId: "evt_put_in", problem: "inserted" },
    ]);
  });
});
