import { describe, expect, it } from "vitest";
import { setUpPlatform } from "#tests/support/platform.ts";
import { staffOf } from "#tests/support/staff.ts";
import { findingsOf, judge, type Sample } from "./rules.server.ts";

const platform = setUpPlatform();
const staffMember = staffOf(platform);

describe("the rules of alerts", () => {
  it.each<[string, Sample[], string[]]>([
    ["nothing measured", [], []],
    [
      "all at their limits",
      [
        { series: "queue:oldest", value: 300 },
        { series: "queue:failed", value: 20 },
        { series: "webhooks:lag", value: 60 },
        { series: "messages:failing", value: 0.2 },
        { series: "memory:used", value: 0.95 },
        { series: "ledger:broken", value: 0 },
      ],
      [],
    ],
    ["a job that waits for longer", [{ series: "queue:oldest", value: 301 }], ["queue:oldest"]],
    ["many failed jobs", [{ series: "queue:failed", value: 21 }], ["queue:failed"]],
    ["late webhooks", [{ series: "webhooks:lag", value: 61 }], ["webhooks:lag"]],
    ["many failed messages", [{ series: "messages:failing", value: 0.21 }], ["messages:failing"]],
    ["a ledger whose proof failed", [{ series: "ledger:broken", value: 1 }], ["ledger:broken"]],
    ["a full memory", [{ series: "memory:used", value: 0.96 }], ["memory:used"]],
    ["a series without a limit", [{ series: "cpu:load", value: 99 }], []],
    ["a healthy service", [{ series: "service:graph", value: 12, state: "healthy" }], []],
    [
      "a slow service and one that is down",
      [
        { series: "service:graph", value: 1200, state: "degraded" },
        { series: "service:smtp", value: 5000, state: "down" },
      ],
      ["service:graph:degraded", "service:smtp:down"],
    ],
  ])("find %s", (_, samples, broken) => {
    expect(findingsOf(samples).map(({ rule }) => rule)).toEqual(broken);
  });

  it("rank a service that is down above a slow one, with the details of the check", () => {
    const state = (state: "down" | "degraded"): Sample => ({
      ...{ series: "service:graph", value: 1, detail: "ECONNRESET", state },
    });
    expect(findingsOf([state("down"), state("degraded")])).toMatchObject([
      { type: "error", service: "graph", message: "ECONNRESET" },
      { type: "warning", service: "graph", message: "ECONNRESET" },
    ]);
  });
});

describe("an alert", () => {
  const measured = (...samples: Sample[]) =>
    platform.services.db.withSystem((tx) => judge(tx, platform.services, samples));
  const isDown: Sample = { series: "service:graph", value: 5000, state: "down" };
  const isSlow: Sample = { series: "service:graph", value: 1500, state: "degraded" };
  const alerts = async () =>
    (await platform.services.db.system.query("select rule, resolved_at from alerts order by opened_at, rule"))
      .rows;
  const mailed = async () =>
    (await platform.services.db.system.query("select recipient from mails order by recipient")).rows.map(
      ({ recipient }) => recipient as string,
    );

  it("opens once while its rule is broken, resolves once, and is emailed to operators and owners", async () => {
    const [owner, operator] = [await staffMember("owner"), await staffMember("operator")];
    await staffMember("support");
    await staffMember("finance");
    const both = [owner.email, operator.email].sort();
    await measured(isDown);
    await measured(isDown);
    expect(await alerts()).toEqual([{ rule: "service:graph:down", resolved_at: null }]);
    expect(await mailed()).toEqual(both);

    platform.clock.advance(60_000);
    await measured(isSlow);
    expect(await alerts()).toEqual([
      { rule: "service:graph:down", resolved_at: platform.clock.now() },
      { rule: "service:graph:degraded", resolved_at: null },
    ]);
    expect(await mailed()).toEqual([...both, ...both, ...both].sort());

    platform.clock.advance(60_000);
    await measured();
    expect((await alerts()).filter(({ resolved_at }) => resolved_at === null)).toEqual([]);
    await measured(isDown);
    expect(await alerts()).toHaveLength(3);
  });

  it("opens once when two processes measure at the same moment", async () => {
    await measured();
    const before = (await alerts()).length;
    await Promise.all([measured(isDown), measured(isDown)]);
    expect(await alerts()).toHaveLength(before + 1);
  });
});
