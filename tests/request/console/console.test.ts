import { describe, expect, it } from "vitest";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { measurePlatform } from "#app/domain/console/measure.server.ts";
import { platformMetrics } from "#app/domain/console/samples.server.ts";
import { lanes } from "#app/domain/messaging/campaigns/lanes.ts";
import { SendMinutes } from "#app/domain/messaging/sender/sendMinutes.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();

const staffMember = staffOf(platform);

const reason = "Complaints of customers about promotions";

describe("a suspended organisation", () => {
  it("without sign-in loses its sessions at once, reaches its billing only, and sees why", async () => {
    const operator = await staffMember("operator");
    const duka = await platform.createOrg("Duka Letu");
    const { orgId } = duka;
    const suspension = { orgId, level: "sign_in", reason } as const;
    const ended = await platform.call("POST /admin/organisations/:orgId/suspension", suspension, operator);
    expect(ended).toEqual({ pausedCampaigns: 0, endedSessions: 1 });
    expect((await platform.request("GET /contacts", {}, duka)).status).toBe(401);

    const lifted = { orgId, reason: "They have sorted it out" };
    await platform.call("DELETE /admin/organisations/:orgId/suspension", lifted, operator);
    expect(
      (await platform.request("DELETE /admin/organisations/:orgId/suspension", lifted, operator)).status,
    ).toBe(409);
  });

  it("without sign-in still sees its invoices, tops up and pays, and nothing else", async () => {
    const [operator, duka] = [await staffMember("operator"), await platform.createOrg("Duka Linalolipa")];
    // After signing in again, once the sessions were ended.
    await platform.services.db.withSystem((tx) =>
      tx.insert(suspensions).values({
        orgId: duka.orgId,
        id: newId("sus"),
        level: "sign_in",
        reason,
        startedBy: operator.userId,
        startedAt: platform.clock.now(),
      }),
    );
    const ofBilling = [
      "GET /wallet",
      "GET /wallet/statement",
      "GET /billing/plans",
      "GET /billing/spending",
      "GET /billing/invoices",
      "GET /payments",
      "GET /auto-top-up",
      "GET /top-up",
      "GET /unclaimed-payments",
    ];
    for (const key of ofBilling) expect((await platform.request(key, {}, duka)).status, key).not.toBe(403);
    for (const key of ["GET /contacts", "GET /campaigns", "GET /notifications/unread"])
      expect((await platform.request(key, {}, duka)).status, key).toBe(403);
  });

  it("without campaigns reads why in its activity log, and keeps its chats and billing", async () => {
    const operator = await staffMember("operator");
    const duka = await platform.createOrg("Duka Lingine");
    const suspension = { orgId: duka.orgId, level: "campaigns", reason } as const;
    await platform.call("POST /admin/organisations/:orgId/suspension", suspension, operator);
    const { logs } = await platform.call("GET /activity-logs", { type: "security" }, duka);
    expect(logs[0]).toMatchObject({
      action: "Organisation suspended",
      details: expect.stringContaining(reason),
    });
    expect((await platform.request("GET /wallet", {}, duka)).status).toBe(200);
    const { user } = await platform.call("GET /auth/me", {}, duka);
    expect(user.suspension).toEqual({ level: "campaigns", reason });
  });

  it("without sends has no working API key until it is reinstated", async () => {
    const operator = await staffMember("operator");
    const duka = await platform.createOrg("Duka la Tatu");
    const { key } = await platform.call("POST /developer/api-key/regenerate", {}, duka);
    const byKey = () =>
      platform.api.fetch(
        new Request("http://localhost:4000/api/v1/numbers", { headers: { authorization: `Bearer ${key}` } }),
      );
    const before = (await byKey()).status;
    expect(before).not.toBe(401);
    const suspension = { orgId: duka.orgId, level: "sends", reason } as const;
    await platform.call("POST /admin/organisations/:orgId/suspension", suspension, operator);
    expect((await byKey()).status).toBe(401);
    await platform.call(
      "DELETE /admin/organisations/:orgId/suspension",
      { orgId: duka.orgId, reason },
      operator,
    );
    expect((await byKey()).status).toBe(before);
  });
});

it("the platform records its health measurements, and shows them", async () => {
  const owner = await staffMember("owner");
  await measurePlatform({ services: platform.services });
  const system = await platform.call("GET /admin/system", { range: "24h" }, owner);
  expect(system.services.find(({ service }) => service === "database")).toMatchObject({ status: "healthy" });
  expect(system.services.find(({ service }) => service === "graph")).toMatchObject({
    status: "down",
    uptime: 0,
  });
  expect(system.alerts.map(({ rule }) => rule)).toContain("service:graph:down");
  const metrics = await platformMetrics(platform);
  for (const { service, responseTime, status } of system.services) {
    expect(metrics).toContain(`tarishi_sample{series="service:${service}"} ${responseTime}`);
    expect(metrics).toContain(`tarishi_service_up{service="${service}"} ${status === "down" ? 0 : 1}`);
  }
});

it("the send rate of each number, by lane, is on the System tab and in the metrics", async () => {
  const owner = await staffMember("owner");
  const duka = await platform.createOrg("Duka la kutuma");
  const number = { orgId: duka.orgId, phoneNumberId: "106540352242922" };
  const minutes = new SendMinutes(platform.services, number);
  const lastMinute = new Date(platform.clock.now().getTime() - 60_000);
  for (let count = 0; count < 120; count++) minutes.posted(lanes.marketing, lastMinute);
  minutes.posted(lanes.reply, lastMinute);
  await minutes.write({ now: true });
  minutes.posted(lanes.reply, lastMinute);
  await minutes.write({ now: true });
  const { sendRates } = await platform.call("GET /admin/system", { range: "1h" }, owner);
  expect(sendRates).toMatchObject([
    { organisation: "Duka la kutuma", lane: lanes.marketing, perSecond: 2, posted: 120 },
    { lane: lanes.reply, posted: 2 },
  ]);
  expect(await platformMetrics(platform)).toContain(
    'tarishi_send_rate{phone_number_id="106540352242922",lane="3"} 2',
  );
});
