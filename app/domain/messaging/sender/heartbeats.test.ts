import { beforeEach, describe, expect, it } from "vitest";
import { setUpPlatform } from "#tests/support/platform.ts";
import { beat, endHeartbeat, intakeOpenSince } from "./heartbeats.server.ts";

const platform = setUpPlatform();
beforeEach(async () => {
  await query("delete from heartbeats");
  startedAt = Date.now();
});

const query = (text: string, values: unknown[] = []) => platform.services.db.system.query(text, values);
let startedAt = Date.now();
const ago = (seconds: number) => new Date(startedAt - seconds * 1000);
const lived = (from: number, to: number, roles = "api") =>
  query(
    "insert into heartbeats (process_id, roles, started_at, seen_at) values (gen_random_uuid()::text, $1, $2, $3)",
    [roles, ago(from), ago(to)],
  );
/** The seconds before the test's start, or 0 when it is later. */
const secondsOpen = async () => {
  const since = await intakeOpenSince(platform.services.db.system);
  return since === null ? null : Math.max(0, Math.round((startedAt - since.getTime()) / 1000));
};

describe("the time since which webhooks can be taken", () => {
  it("is the start of the process that takes them", async () => {
    await lived(100, 1);
    await lived(50, 1);
    expect(await secondsOpen()).toBe(100);
  });

  it("begins again with a restart, however short", async () => {
    await lived(500, 101);
    await lived(100, 1);
    expect(await secondsOpen()).toBe(100);
  });

  it("begins again when one of several processes was killed: Meta repeats what it had received", async () => {
    await lived(900, 90);
    await lived(400, 1);
    expect(await secondsOpen()).toBe(90);
  });

  it("continues when one of several processes ended cleanly", async () => {
    const { system } = platform.services.db;
    await lived(400, 1);
    await beat(system, { processId: "stopped", refused: false });
    await endHeartbeat(system, "stopped");
    expect(await secondsOpen()).toBe(400);
  });

  it("is unknown while no process takes any", async () => {
    await lived(100, 60);
    await lived(100, 1, "worker");
    expect(await secondsOpen()).toBeNull();
  });
});

describe("a process that was silent", () => {
  it("counts as started again: it took no webhooks in the meantime", async () => {
    await query(
      "insert into heartbeats (process_id, roles, started_at, seen_at) values ('frozen', 'api', $1, $2)",
      [ago(3600), ago(1200)],
    );
    await beat(platform.services.db.system, { processId: "frozen", refused: false });
    expect(await secondsOpen()).toBe(0);
  });
});

describe("a process that refused webhooks", () => {
  it("counts as started at its next heartbeat, since Meta has to send them again", async () => {
    await query(
      "insert into heartbeats (process_id, roles, started_at, seen_at) values ('full', 'api', $1, $2)",
      [ago(3600), ago(1)],
    );
    await beat(platform.services.db.system, { processId: "full", refused: false });
    expect(await secondsOpen()).toBe(3600);
    await beat(platform.services.db.system, { processId: "full", refused: true });
    expect(await secondsOpen()).toBe(0);
  });
});
