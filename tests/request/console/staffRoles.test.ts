import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contract } from "#app/api/contract.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { callerOf } from "#app/platform/roles/acts.server.ts";
import { loader as dataScreen } from "#app/routes/admin/data.tsx";
import { loader as exportScreen } from "#app/routes/admin/export.tsx";
import { loader as overviewScreen } from "#app/routes/admin/overview.tsx";
import { loader as queueScreen } from "#app/routes/admin/queue.tsx";
import { loader as searchScreen } from "#app/routes/admin/search.tsx";
import { loader as staffScreen } from "#app/routes/admin/staff.tsx";
import { loader as systemScreen } from "#app/routes/admin/system.tsx";
import { loader as templatesScreen } from "#app/routes/admin/templates.tsx";
import { loader as userScreen } from "#app/routes/admin/userShow.tsx";
import { loader as usersScreen } from "#app/routes/admin/users.tsx";
import { loader as visitScreen } from "#app/routes/admin/userVisit.tsx";
import { loader as whatsappScreen } from "#app/routes/admin/whatsapp.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { platformOf } from "#tests/support/screens.ts";
import { setUp } from "#tests/support/setUp.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const roles = ["support", "finance", "operator", "owner"] as const;
type Role = (typeof roles)[number];

const staffMember = staffOf(platform);
const shop = setUp(() => platform.createOrg("Duka Letu"));

/** The expected permissions, written independently of the code. The first matching line counts. */
const table: [call: RegExp, may: readonly Role[]][] = [
  [/^(PUT|POST|DELETE) \/admin\/(settings|staff)\b/, ["owner"]],
  [
    /^[A-Z]+ \/admin\/(billing|invoices|payments|bank|entries|messages|rates|disputes|work|tax-documents|payouts|partners?|revenue-share|settlements)\b/,
    ["finance", "owner"],
  ],
  [/^(PUT|POST|DELETE) \/admin\/organisations\/:orgId(\/override)?$/, ["finance", "owner"]],
  [/^[A-Z]+ \/admin\/(organisations|whatsapp)\/.*\/suspension$/, ["operator", "owner"]],
  [/^(POST|DELETE) \/admin\/organisations\/:orgId\/switches(\/:feature)?$/, ["operator", "owner"]],
  [/^POST \/admin\/organisations\/:orgId\/visit$/, ["support", "operator", "owner"]],
  [
    /^(GET|POST) \/admin\/whatsapp\/:orgId\/:accountId\/(calls|test|notes|refresh)$/,
    ["support", "operator", "owner"],
  ],
  [/^POST \/admin\/templates\/:orgId\/:templateId\/review$/, ["support", "operator", "owner"]],
  [/^[A-Z]+ \/admin\/queue/, ["operator", "owner"]],
  [/^GET \/admin\/export$/, ["finance", "operator", "owner"]],
  [/^GET \/admin\//, roles],
];
const staffCalls = Object.entries(contract).flatMap(([key, { act }]) =>
  callerOf(act) === "staff" ? [key] : [],
);

describe.each(roles)("an administrator of the role %s", (role) => {
  const staff = setUp(() => staffMember(role));

  it("may make the calls their work needs, and is refused all others", async () => {
    for (const key of staffCalls) {
      const line = table.find(([call]) => call.test(key));
      expect(line, `${key} stands in no line of the table`).toBeDefined();
      const { status } = await platform.request(key.replace(/:\w+/g, "nobodys"), {}, staff);
      expect([key, status === 403], role).toEqual([key, !line![1].includes(role)]);
      expect([key, status < 500]).toEqual([key, true]);
    }
  });

  it("can open the screens of those calls", async () => {
    const closed: Record<string, readonly Role[]> = { queue: ["support", "finance"], export: ["support"] };
    for (const [name, screen] of Object.entries(screens))
      expect([name, await statusOf(screen, staff)]).toEqual([name, closed[name]?.includes(role) ? 403 : 200]);
  });
});

const screens = {
  overview: overviewScreen,
  users: usersScreen,
  user: userScreen,
  visit: visitScreen,
  whatsapp: whatsappScreen,
  system: systemScreen,
  templates: templatesScreen,
  search: searchScreen,
  staff: staffScreen,
  data: dataScreen,
  export: exportScreen,
  queue: queueScreen,
};

/** The HTTP status of a screen. */
async function statusOf(screen: unknown, as: TestOrg): Promise<number> {
  const request = new Request("http://localhost:4000/admin?q=duka", { headers: { cookie: as.cookie } });
  const context = createLoadContext(platformOf(platform), request);
  const args = { request, context, params: { orgId: shop.orgId } };
  try {
    const answer = await (screen as (args: unknown) => Promise<unknown>)(args);
    return answer instanceof Response ? answer.status : 200;
  } catch (refused) {
    const { status, init } = refused as { status?: number; init?: { status?: number } };
    return status ?? init?.status ?? 500;
  }
}

describe("unusual input to the console", () => {
  it("administrators and members stay separate, whatever ids a form names", async () => {
    const [owner, reason] = [await staffMember("owner"), "A reason that is long enough"];
    const asStaff = { staffId: shop.userId, staffRole: "owner", reason };
    expect((await platform.request("PUT /admin/staff/:staffId", asStaff, owner)).status).toBe(404);
    const asMember = { memberId: owner.userId, role: "admin" };
    expect((await platform.request("PUT /members/:memberId", asMember, shop)).status).toBe(404);
    expect(
      (await platform.request("DELETE /members/:memberId", { memberId: owner.userId }, shop)).status,
    ).toBe(404);
  });

  it("a suspended administrator is signed out at once, a restricted one from the next call on", async () => {
    const [owner, operator] = [await staffMember("owner"), await staffMember("operator")];
    expect((await platform.request("GET /admin/queue", {}, operator)).status).toBe(200);
    const change = {
      staffId: operator.userId,
      staffRole: "support",
      reason: "Works on tickets now",
    } as const;
    await platform.call("PUT /admin/staff/:staffId", change, owner);
    expect((await platform.request("GET /admin/queue", {}, operator)).status).toBe(403);
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ accountStatus: "suspended" }).where(eq(users.id, operator.userId)),
    );
    expect((await platform.request("GET /admin/overview", {}, operator)).status).toBe(401);
  });

  it("accepts only reasons of sensible length, and changes nothing otherwise", async () => {
    const owner = await staffMember("owner");
    const { orgId } = shop;
    for (const reason of ["", "   ", "x", "y".repeat(10_000)]) {
      const suspend = { orgId, level: "sign_in", reason };
      const answer = await platform.request("POST /admin/organisations/:orgId/suspension", suspend, owner);
      expect(answer.status, reason.slice(0, 5)).toBe(400);
    }
    expect((await platform.request("GET /contacts", {}, shop)).status).toBe(200);
  });

  it("returns a list or a refusal, never an error, for backward dates and wrong ranges, pages and filters", async () => {
    const owner = await staffMember("owner");
    const odd = ["-1", "0", "999999999999", "24h'", "2026-12-31", "%", "\\", "_", "true", "x".repeat(5000)];
    const names = [
      "range",
      "page",
      "search",
      "status",
      "sort",
      "plan",
      "q",
      "state",
      "queue",
      "kind",
      "from",
      "until",
    ];
    for (const key of staffCalls.filter((call) => call.startsWith("GET ") && !call.includes(":")))
      for (const value of odd) {
        const input = Object.fromEntries(names.map((name) => [name, value]));
        const answer = await platform.request(key, input, owner);
        await answer.body?.cancel();
        expect([key, value.slice(0, 12), answer.status < 500]).toEqual([key, value.slice(0, 12), true]);
      }
    const backwards = { startDate: "2026-11-30T00:00:00Z", endDate: "2026-11-01T00:00:00Z" };
    const log = await platform.request("GET /activity-logs", backwards, shop);
    expect([200, 400]).toContain(log.status);
    const past = {
      orgId: shop.orgId,
      planType: "Growth",
      messageLimit: 5,
      endsOn: "2001-01-01",
      reason: "A trial",
    };
    const override = await platform.request("POST /admin/organisations/:orgId/override", past, owner);
    expect([400, 409]).toContain(override.status);
  });

  it("two administrators who suspend at once create one suspension", async () => {
    const [one, other] = [await staffMember("operator"), await staffMember("operator")];
    const duka = await platform.createOrg("Duka la wawili");
    const suspend = (staff: TestOrg) =>
      platform.request(
        "POST /admin/organisations/:orgId/suspension",
        { orgId: duka.orgId, level: "campaigns", reason: "Complaints of customers" },
        staff,
      );
    const answers = await Promise.all([suspend(one), suspend(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const open = await platform.services.db.system.query(
      "select 1 from suspensions where org_id = $1 and ended_at is null",
      [duka.orgId],
    );
    expect(open.rowCount).toBe(1);
  });
});
