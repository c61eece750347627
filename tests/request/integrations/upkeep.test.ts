import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { eventTasks } from "#app/db/schema/integrations/rules.ts";
import { tendConnections } from "#app/domain/integrations/connections/tend.server.ts";
import { campaignCompleted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { startVendors } from "#tests/support/vendors.ts";

const platform = setUpPlatform({ startsAt: new Date().toISOString() });
const side = setUp(
  () => startVendors(platform),
  ({ close }) => close(),
);

const stored = async (org: TestOrg) => {
  const [row] = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(connections).where(eq(connections.orgId, org.orgId)),
  );
  return row!;
};

describe("Google Sheets", () => {
  it("gets one row for a campaign that ended, also when the process died before recording it", async () => {
    const org = await platform.createOrg();
    await side.connect("google_sheets", org);
    const settings = {
      provider: "google_sheets" as const,
      spreadsheetId: "https://docs.google.com/spreadsheets/d/abc-123/edit",
      resultRange: "Results!A:E",
    };
    await platform.call("PUT /integrations/:provider/settings", settings, org);
    const ctx = systemContext(platform.services, org.orgId, "campaigns");
    const data = { campaign: "Sikukuu", recipients: 12, failed: 2 };
    await platform.services.db.withSystem((tx) =>
      record(tx, ctx, campaignCompleted, { subject: newId("cmp"), data }),
    );
    await side.settle();
    const rows = () => side.vendors.sheets.get("Results");
    expect(rows()).toEqual([[expect.stringMatching(/^\d{4}-/), "Sikukuu", "12", "10", "2"]]);
    const { log } = await platform.call("GET /integrations/:provider", { provider: "google_sheets" }, org);
    expect(log).toContainEqual(expect.objectContaining({ kind: "result.sent", detail: "Sikukuu" }));
    await platform.services.db.withSystem((tx) =>
      tx
        .update(eventTasks)
        .set({ state: "running", dueAt: new Date(0) })
        .where(eq(eventTasks.orgId, org.orgId)),
    );
    await side.settle();
    expect(rows()).toHaveLength(1);
  });
});

describe.each(["slack", "salesforce"] as const)("%s", (provider) => {
  it("is disconnected: access is revoked, and credentials are deleted", async () => {
    const org = await platform.createOrg();
    await side.connect(provider, org);
    expect(await stored(org)).toMatchObject({ status: "connected" });
    await platform.call("DELETE /integrations/:provider", { provider }, org);
    expect(await stored(org)).toMatchObject({ status: "disconnected", credentialsEncrypted: null });
    const again = await platform.request("DELETE /integrations/:provider", { provider }, org);
    expect(again.status).toBe(404);
  });
});

it("access unused for a day is renewed, once a day", async () => {
  const org = await platform.createOrg();
  await side.connect("hubspot", org);
  const before = side.vendors.tokens.refreshes;
  await tendConnections(platform.services);
  expect(side.vendors.tokens.refreshes).toBe(before);
  platform.clock.advance(25 * 3_600_000);
  const { credentialsEncrypted } = await stored(org);
  await tendConnections(platform.services);
  expect((await stored(org)).credentialsEncrypted).not.toBe(credentialsEncrypted);
  const renewed = side.vendors.tokens.refreshes;
  expect(renewed).toBeGreaterThan(before);
  await tendConnections(platform.services);
  expect(side.vendors.tokens.refreshes).toBe(renewed);
  platform.clock.advance(-25 * 3_600_000);
});
