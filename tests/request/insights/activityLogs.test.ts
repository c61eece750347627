import { beforeEach, describe, expect, it } from "vitest";
import { jobActor } from "#app/platform/context.ts";
import { recordEntry } from "#tests/support/entries.ts";
import { importsOn } from "#tests/support/imports.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { createTestPlatform, setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

const byJob = jobActor("night-work");
const note = (activity: Partial<Parameters<typeof recordEntry>[1]>, as = org) =>
  recordEntry(as.ctx, { action: "Something done", ...activity });
const actions = async (query: Record<string, string>) =>
  (await platform.call("GET /activity-logs", query, org)).logs.map((entry) => entry.action);

describe("the activity log", () => {
  it("lists the fields of an entry, newest first, with counts", async () => {
    await note({ type: "billing", action: "Wallet topped up", details: "KES 1,000" });
    platform.clock.advance(1000);
    await note({ type: "template", action: "Template rejected", status: "error" });
    const answer = await platform.call("GET /activity-logs", {}, org);
    expect(answer.stats).toEqual({ total: 2, success: 1, warning: 0, error: 1 });
    expect(answer.nextCursor).toBeNull();
    expect(answer.logs).toEqual([
      expect.objectContaining({ action: "Template rejected", status: "error" }),
      {
        id: expect.stringMatching(/^evt_/),
        type: "billing",
        status: "success",
        action: "Wallet topped up",
        details: "KES 1,000",
        ipAddress: "127.0.0.1",
        userAgent: "test",
        timestamp: new Date(platform.clock.now().getTime() - 1000).toISOString(),
        actor: "Asha Mwangi",
      },
    ]);
  });

  it("is filtered by type, status and time", async () => {
    await note({ type: "login", action: "old" });
    platform.clock.advance(20 * 3_600_000);
    await note({ type: "login", action: "failed", status: "error" });
    await note({ type: "message", action: "sent" });
    const yesterday = new Date(platform.clock.now().getTime() - 3_600_000).toISOString();
    expect(await actions({ type: "login" })).toEqual(["failed", "old"]);
    expect(await actions({ type: "all", status: "error" })).toEqual(["failed"]);
    expect(await actions({ type: "login", startDate: yesterday })).toEqual(["failed"]);
    expect(await actions({ endDate: yesterday })).toEqual(["old"]);
  });

  it("reads dates as whole days in Kenya", async () => {
    const dayIn = (hours: number) =>
      new Date(platform.clock.now().getTime() + (hours + 3) * 3_600_000).toISOString().slice(0, 10);
    await note({ action: "on the day" });
    const [day, before, after] = [dayIn(0), dayIn(-24), dayIn(24)];
    expect(await actions({ startDate: day, endDate: day })).toContain("on the day");
    expect(await actions({ startDate: after })).not.toContain("on the day");
    expect(await actions({ endDate: before })).not.toContain("on the day");
  });

  it.each([
    { type: "gossip" },
    { status: "great" },
    { startDate: "yesterday" },
    { cursor: "x" },
    { cursor: `${"9".repeat(30)}.log_a` },
    { startDate: "0000-01-01T00:00:00Z" },
  ])("refuses the query %j", async (query) => {
    const response = await platform.request("GET /activity-logs", query, org);
    expect([response.status, (await response.json()).code]).toEqual([400, "request.invalid"]);
  });

  it("is read to the last page, also when many entries share a timestamp", async () => {
    for (let n = 0; n < 120; n++) await note({ action: `entry ${n}` });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { logs: { id: string }[]; nextCursor: string | null } = await platform.call(
        "GET /activity-logs",
        cursor ? { cursor } : {},
        org,
      );
      seen.push(...page.logs.map((entry) => entry.id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  it("is exported as CSV named by the day in Nairobi, with formulas escaped", async () => {
    const untilEvening = 22 * 3_600_000 - (platform.clock.now().getTime() % 86_400_000);
    platform.clock.advance((untilEvening + 86_400_000) % 86_400_000);
    const tomorrow = new Date(platform.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
    expect(platform.clock.now().toISOString().slice(0, 10)).not.toBe(tomorrow);
    await note({ action: "=1+1", details: 'a "quoted", thing', type: "profile" });
    await note({ action: "other", type: "login" });
    const response = await platform.request("GET /activity-logs/export", { type: "profile" }, org);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="activity_logs_${tomorrow}.csv"`,
    );
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [header, row, ...rest] = (await response.text()).trimEnd().split("\r\n");
    expect(header).toBe("id,type,status,action,details,ipAddress,userAgent,timestamp,actor");
    expect(row).toMatch(
      new RegExp(
        `^evt_\\w+,profile,success,'=1\\+1,"a ""quoted"", thing",127\\.0\\.0\\.1,test,${tomorrow}T[^,]+,Asha Mwangi$`,
      ),
    );
    expect(rest).toEqual([]);
  });

  it("names the actor, also after they left, and says when there was none", async () => {
    const colleague = await joinOrganisation(platform, org, "admin");
    platform.clock.advance(1000);
    await platform.call("POST /contacts", { name: "Juma", phone: "+254712000001" }, colleague);
    await platform.call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
    await note({ action: "Night work" }, { ...org, ctx: { ...org.ctx, actor: byJob } });
    const stranger = { kind: "visitor", ipAddress: "10.0.0.9", userAgent: "test" } as const;
    await note({ action: "A wrong password" }, { ...org, ctx: { ...org.ctx, actor: stranger } });
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    const actorOf = (action: string) => logs.find((log) => log.action === action)?.actor;
    expect(actorOf("Contact created")).toBe("Njeri Otieno");
    expect(actorOf("Member removed")).toBe("Asha Mwangi");
    expect(actorOf("Night work")).toBe("The system");
    expect(actorOf("A wrong password")).toBe("Unknown user");
  });

  it("shows and exports nothing of another organisation", async () => {
    await note({ action: "ours" });
    const other = await platform.createOrg("Soko Safi");
    expect(await platform.call("GET /activity-logs", {}, other)).toMatchObject({
      logs: [],
      stats: { total: 0 },
    });
    const csv = await (await platform.request("GET /activity-logs/export", {}, other)).text();
    expect(csv.trimEnd().split("\r\n")).toHaveLength(1);
  });
});

describe("an activity log that cannot be read", () => {
  it("shows an error, also for the export, before any file starts", async () => {
    const broken = await createTestPlatform();
    const member = await broken.createOrg();
    await broken.services.db.owner.query("revoke select on events from tarishi_tenant");
    for (const key of ["GET /activity-logs", "GET /activity-logs/export"]) {
      const response = await broken.request(key, {}, member);
      expect([response.status, (await response.json()).code]).toEqual([500, "server.unexpected"]);
    }
    await broken.close();
  });
});

describe("the effects of one action", () => {
  const grouped = (query: Record<string, string> = {}) =>
    platform.call("GET /activity-logs", { grouped: "true", ...query }, org);

  it("are grouped under one entry, whether of one request or of the job that it started", async () => {
    const imports = importsOn(platform);
    await note({ action: "before" });
    platform.clock.advance(1000);
    await imports.imported(org, "phone\n0712345678\n");
    platform.clock.advance(1000);
    for (const action of ["first", "second"])
      await note({ action }, { ...org, ctx: { ...org.ctx, requestId: "req-1" } });
    const { logs, related, stats } = await grouped();
    expect(logs.map(({ action }) => action)).toEqual(["second", "Contacts imported", "before"]);
    expect(logs.map(({ id }) => related[id]?.map(({ action }) => action))).toEqual([
      ["first"],
      ["Contact import started"],
      undefined,
    ]);
    expect(stats.total).toBe(5);
    expect(await actions({})).toHaveLength(5);
  });

  it("of a campaign's start are apart from what members did to it later", async () => {
    const { org: sender, campaignId } = await runningCampaign(platform, 2);
    platform.clock.advance(1000);
    await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, sender);
    const { logs, related } = await platform.call("GET /activity-logs", { grouped: "true" }, sender);
    expect(logs.map(({ action }) => action).slice(0, 2)).toEqual(["Campaign paused", "Campaign sending"]);
    expect(related[logs[1]!.id]?.map(({ action }) => action)).toEqual(["Campaign started"]);
  });

  it("are shown when an effect matches the filter, without repeats, and never to another organisation", async () => {
    const as = { ...org, ctx: { ...org.ctx, requestId: "req-1" } };
    await note({ action: "matches", type: "billing" }, as);
    await note({ action: "does not", type: "login" }, as);
    expect((await grouped({ type: "billing" })).logs.map(({ action }) => action)).toEqual(["matches"]);
    const other = await platform.createOrg("Soko Safi");
    await note({ action: "theirs" }, { ...other, ctx: { ...other.ctx, requestId: "req-1" } });
    const { logs, related } = await grouped();
    expect([...logs, ...Object.values(related).flat()].map(({ action }) => action).sort()).toEqual([
      "does not",
      "matches",
    ]);
  });
});
