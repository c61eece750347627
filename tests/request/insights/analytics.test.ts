import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hourlyTotals, messageState, messages } from "#app/db/schema/messaging/messages.ts";
import { countAnalytics } from "#app/domain/insights/analytics/count.server.ts";
import { newId } from "#app/platform/ids.ts";
import { type Period, periodDays } from "#app/platform/time/periods.ts";
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

const count = (org: TestOrg, days = 3) =>
  countAnalytics({ ctx: { ...platform.services, orgId: org.orgId }, input: { days } });

const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
  (await platform.services.db.owner.query<Row>(text, values)).rows;

/** Messages of many people over 190 days, in every state, with members' replies. */
async function scatterMessages(org: TestOrg, phoneNumberId: string) {
  const { orgId } = org;
  const now = platform.clock.now().toISOString();
  await rowsOf(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, author_user_id, error_code, accepted_at, created_at)
     select $1, new_id('msg'), case when i % 3 = 0 then 'in' else 'out' end, 'text',
       (case when i % 3 = 0 then 'delivered' else (enum_range(null::message_state))[1 + i % 8]::text end)::message_state,
       $2, 'con_' || (i * 7 % 90), case when i % 2 = 0 then 'usr_' || i % 4 end, case when i % 16 = 6 then 131026 end,
       case when i % 8 between 2 and 5 and i % 3 <> 0 then at end, at
     from generate_series(1, 600) i cross join lateral (select $3::timestamptz - make_interval(mins => i * 455) as at) t`,
    [orgId, phoneNumberId, now],
  );
  await rowsOf(
    `insert into conversations (org_id, id, phone_number_id, contact_id, last_message_at) values ($1, 'cnv_' || $1, $2, 'con_1', $3)`,
    [orgId, phoneNumberId, now],
  );
  await rowsOf(
    `insert into answered_waits (org_id, message_id, conversation_id, answered_by, is_first_reply, waiting_since, answered_at)
     select $1, 'msg_' || i, 'cnv_' || $1, 'usr_' || i % 3, true, at - make_interval(secs => i * i), at
     from generate_series(1, 300) i cross join lateral (select $2::timestamptz - make_interval(hours => i * 14) as at) t`,
    [orgId, now],
  );
}

/** The expected analytics of a period, computed from the rows. */
async function expectedOf(org: TestOrg, period: Period, isBefore: boolean) {
  const hourMs = 3_600_000;
  const until = Math.floor(platform.clock.now().getTime() / hourMs) * hourMs + hourMs;
  const length = periodDays[period] * 24 * hourMs;
  const [from, to] = isBefore ? [until - 2 * length, until - length] : [until - length, until];
  const window = [org.orgId, new Date(from), new Date(to)];
  const [people] = await rowsOf<{ people: number }>(
    `select count(distinct contact_id)::int as people from messages where org_id = $1 and contact_id is not null
       and case direction when 'in' then created_at else accepted_at end >= $2
       and case direction when 'in' then created_at else accepted_at end < $3`,
    window,
  );
  const waits = await rowsOf<{ seconds: number }>(
    `select extract(epoch from answered_at - waiting_since)::float8 as seconds from answered_waits
     where org_id = $1 and answered_at >= $2 and answered_at < $3 order by 1`,
    window,
  );
  const [begun] = await rowsOf<Record<string, number>>(
    `select count(*) filter (where m.state between 'accepted' and 'failed')::int as tried,
       count(*) filter (where m.state between 'accepted' and 'read')::int as sent,
       count(*) filter (where m.state in ('delivered', 'read'))::int as delivered,
       count(*) filter (where m.state = 'read')::int as read,
       count(*) filter (where m.state = 'failed')::int as failed
     from messages m left join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
     where m.org_id = $1 and m.direction = 'out' and coalesce(c.started_at, m.created_at) >= $2
       and coalesce(c.started_at, m.created_at) < $3`,
    window,
  );
  const seconds = waits.map((wait) => wait.seconds);
  const middle = (seconds.length - 1) / 2;
  const median = (seconds[Math.floor(middle)]! + seconds[Math.ceil(middle)]!) / 2;
  const average = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
  return {
    people: {
      uniqueContacts: people!.people,
      answers: seconds.length,
      averageSeconds: seconds.length > 0 ? Math.round(average) : null,
      medianSeconds: seconds.length > 0 ? Math.round(median) : null,
    },
    begun,
  };
}

describe("analytics", () => {
  it("match the rows, in every period and the one before it", async () => {
    const { org, campaignId } = await runningCampaign(platform, 12);
    await noteOutcome(platform, org, campaignId, { state: "read", acceptedAt: platform.clock.now() }, 5);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 8);
    const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
    await scatterMessages(org, numbers[0]!.phoneNumberId);
    await count(org);
    for (const period of Object.keys(periodDays) as Period[]) {
      const figures = await platform.call("GET /analytics", { period }, org);
      const [now, before] = [await expectedOf(org, period, false), await expectedOf(org, period, true)];
      expect(figures.people, period).toEqual(now.people);
      expect(figures.peopleBefore, period).toEqual(before.people);
      expect(figures.begun, period).toMatchObject(now.begun!);
      const sumOf = (rows: { sent: number; failed: number }[]) => [
        rows.reduce((sum, { sent }) => sum + sent, 0),
        rows.reduce((sum, { failed }) => sum + failed, 0),
      ];
      expect(sumOf(figures.byNumber), period).toEqual([now.begun!.sent, now.begun!.failed]);
      expect(
        figures.failures.reduce((sum, one) => sum + one.count, 0),
        period,
      ).toBe(now.begun!.failed);
    }
    // Recounting, also over fewer days, changes nothing.
    const first = await platform.call("GET /analytics", { period: "90days" }, org);
    await count(org, 1);
    const { countedAt: _, ...again } = await platform.call("GET /analytics", { period: "90days" }, org);
    expect(first).toMatchObject(again);
  });

  it("count a reply when the customer's message comes next, and export each table", async () => {
    const { org, phoneNumberId, contactId } = await createChats(platform).shopWithCustomer();
    const at = (index: number) => new Date(platform.clock.now().getTime() - (10 - index) * 60_000);
    const directions = ["out", "in", "out", "out", "in", "in"] as const;
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(messages).values(
        directions.map((direction, index) => ({
          orgId: org.orgId,
          id: newId("msg", at(index).getTime()),
          direction,
          type: "text",
          state: "delivered" as const,
          phoneNumberId,
          contactId,
          createdAt: at(index),
        })),
      ),
    );
    await count(org);
    const { begun } = await platform.call("GET /analytics", { period: "24hours" }, org);
    expect(begun).toMatchObject({ sent: 3, replied: 2 });
    for (const table of [
      "days",
      "hours",
      "templates",
      "campaigns",
      "failures",
      "numbers",
      "members",
      "funnel",
    ]) {
      const file = await platform.request("GET /analytics/file", { period: "24hours", table }, org);
      expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect((await file.text()).split("\r\n").length).toBeGreaterThan(1);
    }
    const funnel = await platform.request("GET /analytics/file", { period: "24hours", table: "funnel" }, org);
    expect(await funnel.text()).toContain(
      "Tried,Sent,Delivered,Read,Replied,Failed,Cost (KES)\r\n3,3,3,0,2,0,0.00",
    );
  });

  it("sum a period in total, by Nairobi's hours and by Nairobi's days", async () => {
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

  it("rank templates by delivered messages, from campaigns and single sends", async () => {
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
    await count(org);
    const { topTemplates } = await platform.call("GET /analytics", { period: "7days" }, org);
    expect(topTemplates.map(({ id, delivered }) => ({ id, delivered }))).toEqual(rows);
    expect(topTemplates.map(({ delivered, deleted }) => [delivered, deleted])).toEqual([
      [8, false],
      [7, false],
      [4, true],
    ]);
  });

  it("show nothing to another organisation, and treat an unknown period as the week", async () => {
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
