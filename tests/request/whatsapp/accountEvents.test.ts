import { describe, expect, it } from "vitest";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { connectNumber } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const rows = async (text: string, values: unknown[] = []) =>
  (await platform.services.db.system.query(text, values)).rows;

const report = async (wabaId: string, time: number, value: object) => {
  const change = { field: "account_update", value };
  const body = JSON.stringify({ entry: [{ id: wabaId, time, changes: [change] }] });
  const { appSecret } = platform.services.config.meta;
  const response = await platform.api.fetch(
    new Request("http://localhost:4000/api/hooks/meta", {
      method: "POST",
      headers: { "x-hub-signature-256": signatureOf(body, appSecret) },
      body,
    }),
  );
  expect(response.status).toBe(200);
  while ((await applyWaitingWebhooks(platform.services)) > 0);
};

describe("an account event from Meta", () => {
  let time = 1_700_000_000;
  const statusAfter = async (wabaId: string, state?: string) => {
    time += 1;
    const info = { waba_ban_state: state, waba_ban_date: "April 17, 2027" };
    await report(wabaId, time, { event: "DISABLED_UPDATE", ...(state ? { ban_info: info } : {}) });
    const [row] = await rows("select status from whatsapp_accounts where waba_id = $1", [wabaId]);
    return row!.status;
  };

  it("reconnects a reinstated account when we hold its token, and otherwise changes nothing", async () => {
    const own = { wabaId: "7001", phoneNumberId: "7002", accessToken: "EAAtest" };
    const owner = await platform.createOrg("Duka la Kurudi");
    await connectNumber(platform.services, owner.orgId, own);
    const set = (change: string) =>
      rows(`update whatsapp_accounts set ${change} where waba_id = $1`, [own.wabaId]);
    expect(await statusAfter(own.wabaId, "DISABLE")).toBe("suspended");
    expect(await statusAfter(own.wabaId, "REINSTATE")).toBe("connected");
    await set("status = 'pending'");
    expect(await statusAfter(own.wabaId, "REINSTATE")).toBe("pending");
    await set("status = 'suspended', token_encrypted = null");
    expect(await statusAfter(own.wabaId, "REINSTATE")).toBe("suspended");
    await set("status = 'disconnected'");
    expect(await statusAfter(own.wabaId, "REINSTATE")).toBe("disconnected");
  });

  it("keeps an account sending until an announced ban, whose date is in the activity log", async () => {
    const own = { wabaId: "7201", phoneNumberId: "7202", accessToken: "EAAtest" };
    const owner = await platform.createOrg("Duka la Onyo");
    await connectNumber(platform.services, owner.orgId, own);
    expect(await statusAfter(own.wabaId, "SCHEDULE_FOR_DISABLE")).toBe("connected");
    const { logs } = await platform.call("GET /activity-logs", {}, owner);
    expect(logs[0]).toMatchObject({
      action: "WhatsApp account will be disabled",
      status: "warning",
      details: expect.stringMatching(/on April 17, 2027.*WhatsApp Manager.*appeal/),
    });
    expect(await statusAfter(own.wabaId, "SOMETHING_NEW")).toBe("connected");
    expect(await statusAfter(own.wabaId)).toBe("connected");
    expect(await statusAfter(own.wabaId, "DISABLE")).toBe("suspended");
  });

  it("disconnects it when our own app is uninstalled, not another", async () => {
    const own = { wabaId: "7301", phoneNumberId: "7302", accessToken: "EAAtest" };
    const owner = await platform.createOrg("Duka la Programu");
    const { appId } = platform.services.config.meta;
    const statusWithout = async (value: object) => {
      time += 1;
      await report(own.wabaId, time, { event: "PARTNER_APP_UNINSTALLED", ...value });
      const [row] = await rows("select status from whatsapp_accounts where waba_id = $1", [own.wabaId]);
      return row!.status;
    };
    await connectNumber(platform.services, owner.orgId, own);
    const waba_info = { waba_id: own.wabaId };
    expect(await statusWithout({ partner_app_id: "9876" })).toBe("connected");
    expect(await statusWithout({ waba_info: { ...waba_info, partner_app_id: 9876 } })).toBe("connected");
    expect(await statusWithout({ waba_info: { ...waba_info, partner_app_id: appId } })).toBe("disconnected");
    await rows("update whatsapp_accounts set status = 'connected' where waba_id = $1", [own.wabaId]);
    expect(await statusWithout({ waba_info })).toBe("disconnected");
  });

  it("about an earlier end is ignored after a member reconnected it", async () => {
    const own = { wabaId: "7101", phoneNumberId: "7102", accessToken: "EAAtest" };
    const owner = await platform.createOrg("Duka Lililorudi");
    await connectNumber(platform.services, owner.orgId, own);
    const end = async (at: Date) => {
      await report("1", Math.floor(at.getTime() / 1000), {
        event: "PARTNER_REMOVED",
        waba_info: { waba_id: own.wabaId },
      });
      return rows(
        "select status, token_encrypted is not null as token from whatsapp_accounts where waba_id = $1",
        [own.wabaId],
      );
    };
    const connectedAt = new Date();
    await rows("update whatsapp_accounts set connected_at = $2 where waba_id = $1", [
      own.wabaId,
      connectedAt,
    ]);
    const before = new Date(connectedAt.getTime() - 3_600_000);
    expect(await end(before)).toEqual([{ status: "connected", token: true }]);
    const later = new Date(connectedAt.getTime() + 60_000);
    expect(await end(later)).toEqual([{ status: "disconnected", token: false }]);
  });
});
