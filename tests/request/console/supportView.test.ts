import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contract } from "#app/api/contract.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { mails } from "#app/db/schema/record/mails.ts";
import { endDueVisits } from "#app/domain/console/support/change.server.ts";
import { callerOf } from "#app/platform/roles/acts.server.ts";
import { loader as passwordScreenLoader } from "#app/routes/account/password.tsx";
import { loader as settingsLoader } from "#app/routes/organisation/settings.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { loadUser } from "#app/web/session.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { platformOf } from "#tests/support/screens.ts";
import { createWorld, imprintOf } from "#tests/support/world.ts";

const platform = setUpPlatform();
const minute = 60_000;
const reason = "They can't find an invoice";

async function staffMember(staffRole: "support" | "finance" | "operator" | "owner" = "support") {
  const staff = await platform.createOrg(`Tarishi ${staffRole}`, "admin");
  await platform.services.db.withSystem((tx) =>
    tx.update(users).set({ staffRole, firstName: "Juma", lastName: "Ali" }).where(eq(users.id, staff.userId)),
  );
  return staff;
}

const visit = (staff: TestOrg, shop: TestOrg) =>
  platform.request("POST /admin/organisations/:orgId/visit", { orgId: shop.orgId, reason }, staff);

async function code(answer: Response) {
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}

/** Rows that the visit itself writes. */
const ofVisits = new Set(["events", "notifications", "support_visits", "monthly_usage", "payment_accounts"]);
async function imprint(shop: TestOrg) {
  const all = await imprintOf(platform, shop);
  return Object.fromEntries(Object.entries(all).filter(([table]) => !ofVisits.has(table)));
}

describe("a workspace opened by support", () => {
  it("shows what the owner sees, notifies them by email and bell, and logs who looked", async () => {
    const [staff, shop] = [await staffMember(), await platform.createOrg("Duka Letu")];
    expect((await visit(staff, shop)).status).toBe(200);
    const { user } = await platform.call("GET /auth/me", {}, staff);
    expect(user).toMatchObject({
      businessName: "Duka Letu",
      role: "owner",
      support: { acting: false, minutesLeft: 30, staff: staff.email },
    });
    expect((await platform.request("GET /contacts", {}, staff)).status).toBe(200);
    const emails = await platform.services.db.withSystem((tx) =>
      tx.select().from(mails).where(eq(mails.recipient, shop.email)),
    );
    expect(emails).toHaveLength(1);
    const { notifications } = await platform.call("GET /notifications", {}, shop);
    expect(notifications[0]).toMatchObject({ title: "Support opened your workspace" });
    const { logs } = await platform.call("GET /activity-logs", {}, shop);
    expect(logs[0]).toMatchObject({
      action: "Support opened your workspace",
      details: expect.stringContaining(reason),
      actor: "Juma Ali (platform staff) for Asha Mwangi",
    });
  });

  it("refuses every write in view-only mode, and no call changes anything", async () => {
    const [staff, shop] = [await staffMember(), await platform.createOrg("Duka la kusoma")];
    const world = await createWorld(platform, shop);
    await visit(staff, shop);
    const before = await imprint(shop);
    const refused: string[] = [];
    const own = /^(POST \/auth|POST \/support-view|DELETE \/support-view|POST \/invitation\/accept)/;
    for (const [key, { act, reads }] of Object.entries(contract)) {
      if (own.test(key) || callerOf(act) === "anyone") continue;
      const answer = await platform.request(key, world, staff);
      await answer.body?.cancel();
      // Calls Meta, which is not part of this test.
      if (key === "GET /whatsapp/numbers/:phoneNumberId/profile" && answer.status === 503) continue;
      if (answer.status >= 500) refused.push(`${key}: ${answer.status}`);
      const asks = key.startsWith("GET ") || reads === true;
      if (!asks && answer.status !== 403) refused.push(`${key}: ${answer.status}`);
      const type = answer.headers.get("content-type") ?? "";
      if (/csv|zip/.test(type)) refused.push(`${key}: gives a file, ${type}`);
    }
    expect(refused).toEqual([]);
    expect(await imprint(shop)).toEqual(before);
  });

  it("never shows keys and files in view-only mode, nor lets staff act as staff in the meantime", async () => {
    const [staff, shop] = [await staffMember("owner"), await platform.createOrg("Duka la siri")];
    await visit(staff, shop);
    for (const key of [
      "GET /developer/api-key",
      "GET /contacts/export",
      "GET /campaigns/:campaignId/recipients.csv",
      "GET /wallet/statement",
      "GET /billing/statement",
      "GET /analytics/file",
      "GET /sessions",
      "GET /admin/overview",
    ])
      expect((await platform.request(key, {}, staff)).status, key).toBe(403);
  });

  it("allows everyday work after a second reason, under both names, and some things never", async () => {
    const [staff, shop] = [await staffMember(), await platform.createOrg("Duka la kazi")];
    const world = await createWorld(platform, shop);
    await visit(staff, shop);
    const contact = { phone: "0711000222", name: "Halima" };
    expect(await code(await platform.request("POST /contacts", contact, staff))).toEqual({
      status: 403,
      code: "support.read_only",
    });
    await platform.call("POST /support-view/act", { reason: "They asked us to add a contact" }, staff);
    await platform.call("POST /contacts", contact, staff);
    const { logs } = await platform.call("GET /activity-logs", {}, shop);
    expect(logs.find(({ action }) => action === "Contact created")).toMatchObject({
      actor: "Juma Ali (platform staff) for Asha Mwangi",
    });
    const never = [
      "POST /developer/api-key/regenerate",
      "POST /auth/change-password",
      "POST /invitation/accept",
      "PUT /profile",
      "POST /second-factor",
      "DELETE /contacts/:contactId",
      "DELETE /members/:memberId",
      "POST /invitations",
      "POST /payments",
      "POST /billing/plan-change",
      "PUT /privacy/support",
      "POST /privacy/requests/:personRequestId/erase",
      "PUT /settings/organisation",
    ];
    for (const key of never)
      expect(await code(await platform.request(key, { ...world, personRequestId: "x" }, staff)), key).toEqual(
        {
          status: 403,
          code: "support.never",
        },
      );
  });

  const open = async (loader: (args: never) => unknown, path: string, as: TestOrg): Promise<unknown> => {
    const request = new Request(`http://localhost:4000${path}`, { headers: { cookie: as.cookie } });
    const context = createLoadContext(platformOf(platform), request);
    await loadUser({ request, context } as never, async () => new Response());
    return loader({ request, context, params: {} } as never);
  };

  it("does not offer the owner's password form", async () => {
    const [staff, shop] = [await staffMember(), await platform.createOrg("Duka la nenosiri")];
    expect(await open(passwordScreenLoader, "/change-password", shop)).toBeNull();
    await visit(staff, shop);
    await expect(open(passwordScreenLoader, "/change-password", staff)).rejects.toMatchObject({
      init: { status: 403 },
    });
  });

  it("shows the organisation's settings like other pages, without the owner's devices", async () => {
    const [staff, shop] = [await staffMember(), await platform.createOrg("Duka la mipangilio")];
    expect(await open(settingsLoader, "/settings", shop)).toMatchObject({ sessions: [{ current: true }] });
    await visit(staff, shop);
    expect(await open(settingsLoader, "/settings", staff)).toEqual({ visited: true });
  });

  it("closes automatically after half an hour, at once when ended, and with the session", async () => {
    const [staff, shop] = [await staffMember(), await platform.createOrg("Duka la saa")];
    await visit(staff, shop);
    platform.clock.advance(29 * minute);
    expect((await platform.request("GET /contacts", {}, staff)).status).toBe(200);
    platform.clock.advance(2 * minute);
    expect((await platform.call("GET /auth/me", {}, staff)).user.usertype).toBe("admin");
    expect((await endDueVisits(platform)).ended).toBeGreaterThan(0);
    expect(await endDueVisits(platform)).toEqual({ ended: 0 });
    const { logs } = await platform.call("GET /activity-logs", {}, shop);
    expect(logs[0]).toMatchObject({ action: "Support left your workspace", details: "The time ended." });
    await visit(staff, shop);
    await platform.call("DELETE /support-view", {}, staff);
    expect((await platform.call("GET /auth/me", {}, staff)).user.support).toBeNull();
    expect(await code(await platform.request("DELETE /support-view", {}, staff))).toEqual({
      status: 409,
      code: "support.none",
    });
  });

  it("is closed when the owner switches support access off, including an open visit", async () => {
    const [staff, shop] = [await staffMember("operator"), await platform.createOrg("Duka lililofungwa")];
    await visit(staff, shop);
    await platform.call("PUT /privacy/support", { allowed: false }, shop);
    expect((await platform.call("GET /auth/me", {}, staff)).user.usertype).toBe("admin");
    expect(await code(await visit(staff, shop))).toEqual({ status: 403, code: "support.switched_off" });
    const { visits } = await platform.call("GET /privacy", {}, shop);
    expect(visits).toMatchObject([{ by: "Juma Ali", reason, endedAt: expect.any(String) }]);
  });

  it("opens for suspended organisations, never for finance, other roles or without a reason", async () => {
    const [staff, shop] = [await staffMember("operator"), await platform.createOrg("Duka lililosimamishwa")];
    const orgId = shop.orgId;
    const suspension = { orgId, level: "sign_in", reason } as const;
    await platform.call("POST /admin/organisations/:orgId/suspension", suspension, staff);
    expect((await visit(await staffMember("finance"), shop)).status).toBe(403);
    expect(await code(await visit(staff, await staffMember("support")))).toEqual({
      status: 409,
      code: "support.of_staff",
    });
    for (const bad of ["", "x", "y".repeat(10_000)])
      expect(
        (await platform.request("POST /admin/organisations/:orgId/visit", { orgId, reason: bad }, staff))
          .status,
      ).toBe(400);
    expect((await visit(staff, shop)).status).toBe(200);
    expect((await platform.request("GET /contacts", {}, staff)).status).toBe(200);
  });
});
