import { describe, expect, it } from "vitest";
import { hourlyTotals } from "#app/db/schema/messaging.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const addVolumes = (
  org: TestOrg,
  rows: { hour: string; state: "accepted" | "delivered" | "read"; count: number; direction?: "in" }[],
) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(hourlyTotals).values(
      rows.map((row) => ({
        direction: "out" as const,
        ...row,
        orgId: org.orgId,
        hour: new Date(row.hour),
      })),
    ),
  );

describe("analytics", () => {
  it("sums a period in all, by Nairobi's hours and by Nairobi's days", async () => {
    const org = await platform.createOrg();
    await addVolumes(org, [
      // 20 November 22:00 in UTC is 01:00 of the 21st in Nairobi.
      { hour: "2026-11-20T22:00:00Z", state: "accepted", count: 10 },
      { hour: "2026-11-20T22:00:00Z", state: "delivered", count: 8 },
      { hour: "2026-11-18T06:00:00Z", state: "accepted", count: 5 },
      { hour: "2026-11-18T06:00:00Z", state: "delivered", count: 2, direction: "in" },
    ]);
    const week = await platform.call("GET /analytics", { period: "7days" }, org);
    expect(week.totals).toEqual({ sent: 15, delivered: 8, read: 0, failed: 0, replies: 2 });
    expect(week.byHour.map(({ hour, sent }) => [hour, sent])).toEqual([
      [1, 10],
      [9, 5],
    ]);
    expect(week.byDay.map(({ day, sent, replies }) => [day, sent, replies])).toEqual([
      ["2026-11-21", 10, 0],
      ["2026-11-18", 5, 2],
    ]);
    const lastDay = await platform.call("GET /analytics", { period: "24hours" }, org);
    expect(lastDay.totals.sent).toBe(10);
  });

  it("shows another organisation nothing of it, and takes an unknown period as the week", async () => {
    const org = await platform.createOrg();
    const other = await platform.createOrg();
    await addVolumes(org, [{ hour: "2026-11-21T06:00:00Z", state: "accepted", count: 3 }]);
    const response = await platform.request("GET /analytics", { period: "eternity" }, other);
    expect(await response.json()).toMatchObject({
      period: "7days",
      totals: { sent: 0 },
      byDay: [],
      topTemplates: [],
    });
  });
});
