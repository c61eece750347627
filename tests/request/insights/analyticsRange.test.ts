import { describe, expect, it } from "vitest";
import { answeredWaits } from "#app/db/schema/messaging/inbox.ts";
import { hourlyTotals } from "#app/db/schema/messaging/messages.ts";
import { newId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-21T09:00:00Z" });

const addVolumes = (org: TestOrg, rows: { hour: string; state: "accepted"; count: number }[]) =>
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

describe("an own range", () => {
  const ask = async (org: TestOrg, from: string, to: string) => {
    const response = await platform.request("GET /analytics", { from, to }, org);
    return (await response.json()) as { code?: string; fields?: Record<string, string> };
  };

  it("is refused at the field that is wrong: one day alone, reversed, too long, in the future, too old, no date", async () => {
    const org = await platform.createOrg();
    const today = dayOf(platform.clock.now());
    const daysAgo = (count: number) => dayOf(new Date(platform.clock.now().getTime() - count * 86_400_000));
    expect((await ask(org, daysAgo(3), "")).fields).toEqual({ to: "Enter the first and the last day." });
    expect((await ask(org, "", today)).fields).toEqual({ from: "Enter the first and the last day." });
    expect((await ask(org, today, daysAgo(1))).fields).toEqual({
      to: "The last day must not be before the first.",
    });
    expect((await ask(org, daysAgo(90), today)).fields).toEqual({ to: "Choose at most 90 days." });
    expect((await ask(org, today, daysAgo(-1))).fields).toEqual({
      to: "The last day must not be after today.",
    });
    expect((await ask(org, daysAgo(200), daysAgo(150))).fields?.from).toContain("Figures begin on");
    expect((await ask(org, "2026-02-31", today)).fields?.from).toContain("Enter a date");
    expect((await ask(org, daysAgo(89), today)).code).toBeUndefined();
  });

  it("has the volumes and reply times of its days, next to as many days before", async () => {
    const org = await platform.createOrg();
    const at = (days: number) => new Date(platform.clock.now().getTime() - days * 86_400_000);
    await addVolumes(org, [
      { hour: at(1).toISOString(), state: "accepted", count: 5 },
      { hour: at(2).toISOString(), state: "accepted", count: 6 },
      { hour: at(4).toISOString(), state: "accepted", count: 7 },
    ]);
    const figures = await platform.call("GET /analytics", { from: dayOf(at(2)), to: dayOf(at(1)) }, org);
    expect(figures).toMatchObject({
      period: null,
      range: { from: dayOf(at(2)), to: dayOf(at(1)) },
      totals: { sent: 11 },
      before: { sent: 7 },
      people: { uniqueContacts: 0, answers: 0, averageSeconds: null },
    });
    expect(figures.byDay.map(({ sent }) => sent)).toEqual([5, 6]);
  });
});

it("shows how fast first replies came, of each team and of the organisation's queue", async () => {
  const { org, conversationId } = await createChats(platform).shopWithCustomer();
  const { teamId } = await platform.call("POST /teams", { name: "Sales" }, org);
  const now = platform.clock.now();
  await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(answeredWaits).values(
      (
        [
          [teamId, 60],
          [teamId, 180],
          [null, 600],
        ] as const
      ).map(([team, seconds]) => ({
        ...{ orgId: org.orgId, messageId: newId("msg"), conversationId, teamId: team },
        ...{ isFirstReply: true, answeredAt: now, waitingSince: new Date(now.getTime() - seconds * 1000) },
      })),
    ),
  );
  const unasked = { answers: 0, average: null };
  expect((await platform.call("GET /analytics", {}, org)).byTeam).toEqual([
    { id: teamId, name: "Sales", answers: 2, averageSeconds: 120, medianSeconds: 120, satisfaction: unasked },
    { id: "", name: null, answers: 1, averageSeconds: 600, medianSeconds: 600, satisfaction: unasked },
  ]);
  expect((await platform.call("GET /analytics", {}, await platform.createOrg())).byTeam).toEqual([]);
});
