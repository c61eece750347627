import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hourlyTotals, messageState, messages } from "#app/db/schema/messaging.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { noteOutcome, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform({ startsAt: "2026-11-21T09:00:00Z" });
const { addTemplate } = createChats(platform);

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

  it("names the templates that were delivered most, by campaigns and singly", async () => {
    const { org, campaignId } = await runningCampaign(platform, 4);
    await noteOutcome(platform, org, campaignId, { state: "read" }, 3);
    const accountId = newId("wac");
    const single = await addTemplate(org, accountId, { name: "reminder" });
    const gone = await addTemplate(org, accountId, { name: "greeting", status: "DELETED" });
    const { template } = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    const daysAgo = (days: number) => new Date(platform.clock.now().getTime() - days * 86_400_000);
    const sent = [template!.id, single, single, gone, null].flatMap((templateId) =>
      messageState.enumValues.flatMap((state) =>
        [0, 6, 8].map((days) => ({ templateId, state, createdAt: daysAgo(days) })),
      ),
    );
    const { rows } = await platform.services.db.withOrg(org.orgId, async (tx) => {
      const row = { orgId: org.orgId, direction: "out", phoneNumberId: "1", contactId: "con_1" } as const;
      await tx
        .insert(messages)
        .values(sent.map((one) => ({ ...row, id: newId("msg"), type: "template", ...one })));
      return tx.execute<{ id: string; delivered: number }>(sql`
        select template_id as id, count(*) as delivered from messages
        where org_id = ${org.orgId} and template_id is not null and created_at >= ${daysAgo(7).toISOString()}
          and state in ('delivered', 'read')
        group by 1 order by 2 desc`);
    });
    const { topTemplates } = await platform.call("GET /analytics", { period: "7days" }, org);
    expect(topTemplates.map(({ id, delivered }) => ({ id, delivered }))).toEqual(rows);
    expect(topTemplates.map(({ delivered, deleted }) => [delivered, deleted])).toEqual([
      [8, false],
      [7, false],
      [4, true],
    ]);
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
