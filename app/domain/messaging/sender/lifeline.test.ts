import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#app/platform/ids.ts";
import { until } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { sendingSessions } from "./lifeline.server.ts";
import { TenureKeeper } from "./tenure.server.ts";

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
const keepers: TenureKeeper[] = [];
afterEach(() => Promise.all(keepers.splice(0).map((made) => made.stop())));

/** A sending process whose clock is ahead by `aheadMs`. */
function keeper() {
  const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  const made = new TenureKeeper({ ...platform.services, clock }, newId("evt"));
  keepers.push(made);
  return { keeper: made, clock };
}

async function held(phoneNumberId: string) {
  const { keeper: holder, clock } = keeper();
  const [tenure] = await holder.take([{ orgId: org.orgId, phoneNumberId }]);
  return { holder, clock, tenure: tenure!, number: { orgId: org.orgId, phoneNumberId } };
}

const sessions = () => sendingSessions(platform.services.db.system);

/** Ends the database session as the end of its process does. */
async function cut(id: string): Promise<void> {
  const { rowCount } = await platform.services.db.owner.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1
      and database = (select oid from pg_database where datname = current_database()) limit 1`,
    [id],
  );
  expect(rowCount).toBe(1);
}

describe("the database session of a sending process", () => {
  it("is seen by others, and takes a share until the process leaves", async () => {
    const { holder, tenure } = await held("seen");
    const { id } = tenure.session;
    expect((await sessions()).sharing).toContain(id);
    await holder.lifeline.leave();
    const { alive, sharing } = await sessions();
    expect([alive.has(id), sharing.includes(id)]).toEqual([true, false]);
    await holder.stop();
    await until("the session ends", async () => !(await sessions()).alive.has(id));
  });

  it("ends the holds of its process when it is cut, and is replaced by another", async () => {
    const { holder, tenure, number } = await held("cut");
    await cut(tenure.session.id);
    await until("the hold is over", async () => tenure.isOver);
    expect(tenure.mayPost).toBe(false);
    await holder.release(tenure);
    const [next] = await holder.take([number]);
    expect(next!.session.id).not.toBe(tenure.session.id);
    expect(next!.mayPost).toBe(true);
  });

  it("leaves its numbers to others before their holds expire, and only when it has ended", async () => {
    const { tenure, number } = await held("killed");
    const { keeper: other } = keeper();
    expect(await other.take([number])).toEqual([]);
    expect(await other.take([number], ["1"])).toEqual([]);
    const [taken] = await other.take([number], [tenure.session.id]);
    expect(taken?.phoneNumberId).toBe("killed");
    // Once taken, the number belongs to a living session.
    expect(await keeper().keeper.take([number], [tenure.session.id])).toEqual([]);
  });

  it("lets the process post only while it was confirmed a moment ago", async () => {
    const { clock, tenure } = await held("paused");
    expect(tenure.mayPost).toBe(true);
    clock.aheadMs = 2500;
    expect([tenure.mayPost, tenure.isOver]).toEqual([false, false]);
    await tenure.session.confirm();
    expect(tenure.mayPost).toBe(true);
  });
});
