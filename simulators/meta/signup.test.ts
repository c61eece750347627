import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../kit/json.ts";
import { errorOf, startForTest } from "./testDriver.ts";

let now = Date.UTC(2026, 10, 21);
let simulator: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  simulator = await startForTest({
    appId: "100200300400500",
    appSecret: "geheim",
    configId: "77",
    clock: { now: () => now },
  });
});
afterAll(() => simulator.close());

const DIALOG = {
  app_id: "100200300400500",
  config_id: "77",
  redirect_uri: "http://app.test/back?step=2",
  state: "s<1>",
};

const show = (fields: Record<string, string>) =>
  fetch(`${simulator.url}/embedded-signup?${new URLSearchParams(fields)}`);

async function submit(
  fields: Record<string, string>,
): Promise<{ status: number; text: string; back: URLSearchParams }> {
  const response = await fetch(`${simulator.url}/embedded-signup`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...DIALOG, ...fields }),
  });
  const location = response.headers.get("location") ?? "http://none.test/";
  return { status: response.status, text: await response.text(), back: new URL(location).searchParams };
}

const exchange = (code: string, secret = "geheim") =>
  simulator.call(
    "GET",
    `/v25.0/oauth/access_token?client_id=${DIALOG.app_id}&client_secret=${secret}&code=${code}`,
  );
const debug = (token: string, appToken = `${DIALOG.app_id}|geheim`) =>
  simulator.call("GET", `/debug_token?input_token=${token}`, undefined, appToken);

describe("the signup dialog", () => {
  it("is one small page without script that keeps the state, escaped", async () => {
    const response = await show(DIALOG);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html.length).toBeLessThan(14_600);
    expect(html).not.toContain("<script");
    expect(html).toContain('value="s&lt;1&gt;"');
    expect(html).toMatch(/value="\+254 700 000 \d{3}"/);
  });

  it.each([
    ["another app", { ...DIALOG, app_id: "1" }],
    ["another configuration", { ...DIALOG, config_id: "1" }],
    ["an address that is no web address", { ...DIALOG, redirect_uri: "javascript:alert(1)" }],
  ])("refuses %s", async (_, fields) => {
    expect((await show(fields)).status).toBe(400);
  });

  it("keeps typed values and shows the errors", async () => {
    const { status, text } = await submit({ business_name: "", display_phone_number: "+254 700 000 111" });
    expect(status).toBe(400);
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain("+254 700 000 111");
  });

  it("returns access_denied and the state when cancelled", async () => {
    const { status, back } = await submit({ intent: "cancel" });
    expect(status).toBe(303);
    expect(Object.fromEntries(back)).toMatchObject({ step: "2", error: "access_denied", state: "s<1>" });
  });
});

describe("onboarding", () => {
  it("goes from the dialog to a first message", async () => {
    const { status, back } = await submit({
      business_name: "Duka la Asha",
      display_phone_number: "+254 700 000 222",
    });
    expect(status).toBe(303);
    const wabaId = String(back.get("shared_waba_id"));
    const phoneNumberId = String(back.get("phone_number_id"));
    const exchanged = await exchange(String(back.get("code")));
    expect(exchanged.json).toEqual({ access_token: expect.stringMatching(/^EAA/), token_type: "bearer" });
    const token = String(exchanged.json.access_token);
    expect((await debug(token)).json.data).toMatchObject({
      app_id: DIALOG.app_id,
      is_valid: true,
      scopes: ["whatsapp_business_management", "whatsapp_business_messaging", "catalog_management"],
      granular_scopes: [{ target_ids: [wabaId] }, { target_ids: [wabaId] }, { target_ids: [wabaId] }],
    });
    const account = { appId: "", appSecret: "", wabaId, phoneNumberId, accessToken: token };
    const text = { to: "+254712345600", text: { body: "Habari" } };
    expect(errorOf(await simulator.send(account, text)).code).toBe(133010);
    expect((await simulator.call("GET", `/${wabaId}/subscribed_apps`, undefined, token)).json).toEqual({
      data: [],
    });
    await simulator.call("POST", `/v25.0/${wabaId}/subscribed_apps`, undefined, token);
    const pin = { messaging_product: "whatsapp", pin: "581063" };
    await simulator.call("POST", `/v25.0/${phoneNumberId}/register`, pin, token);
    expect((await simulator.send(account, text)).status).toBe(200);
    const numbers = await simulator.call(
      "GET",
      `/${wabaId}/phone_numbers?fields=display_phone_number,status`,
      undefined,
      token,
    );
    expect(numbers.json.data).toEqual([
      { id: phoneNumberId, display_phone_number: "+254 700 000 222", status: "CONNECTED" },
    ]);
    const apps = await simulator.call("GET", `/${wabaId}/subscribed_apps`, undefined, token);
    expect((apps.json.data as JsonObject[])[0]).toMatchObject({
      whatsapp_business_api_data: { id: DIALOG.app_id },
    });
  });

  it("can choose an existing account, but not connect its number twice", async () => {
    const first = await submit({ business_name: "Kahawa", display_phone_number: "+254 700 000 333" });
    const wabaId = String(first.back.get("shared_waba_id"));
    const again = await submit({ intent: "existing", waba_id: wabaId });
    expect(again.back.get("shared_waba_id")).toBe(wabaId);
    expect(again.back.get("code")).not.toBe(first.back.get("code"));
    const twice = await submit({ business_name: "Kahawa", display_phone_number: "0700 000 333" });
    expect(twice.status).toBe(400);
  });

  it("accepts a code once and within 30 seconds", async () => {
    const account = await simulator.addAccount();
    const newCode = async () =>
      String((await simulator.call("POST", "/_sim/codes", { wabaId: account.wabaId })).json.code);
    const once = await newCode();
    expect((await exchange(once, "wrong")).status).toBe(400);
    expect((await exchange(once)).status).toBe(200);
    const late = await newCode();
    now += 30_001;
    for (const code of [once, late, "made-up"]) {
      const answer = await exchange(code);
      expect([answer.status, errorOf(answer).code]).toEqual([400, 100]);
    }
  });

  it("reports a revoked token as not valid, to the app only", async () => {
    const account = await simulator.addAccount({ displayPhoneNumber: "+254700888999" });
    await simulator.call("POST", "/_sim/tokens/revoke", { wabaId: account.wabaId });
    expect((await debug(account.accessToken)).json.data).toMatchObject({
      is_valid: false,
      error: { code: 190 },
    });
    const refused = await debug(account.accessToken, "wrong|token");
    expect([refused.status, errorOf(refused).code]).toEqual([400, 190]);
  });
});

describe("unknown paths", () => {
  it.each([
    ["GET", "/v25.0/999", { code: 100, error_subcode: 33 }],
    ["GET", "/v25.0/nonsense", { code: 2500 }],
  ])("%s %s gets Graph's response", async (method, path, error) => {
    const account = await simulator.addAccount({ displayPhoneNumber: "+254700888777" });
    const answer = await simulator.call(method, path, undefined, account.accessToken);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject(error);
  });
});
