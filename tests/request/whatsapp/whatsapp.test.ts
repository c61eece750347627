import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import { phoneNumbers, signupAttempts, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { accessTokenOf, findSender } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { answerDialog, connectOrg, control, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

const rowsOf = (org: TestOrg) =>
  platform.services.db.withSystem((tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, org.orgId)),
  );

async function start(org: TestOrg): Promise<string> {
  return (await platform.call("POST /embedded-signup", {}, org)).url;
}

async function refusal(org: TestOrg, input: Record<string, unknown>) {
  const response = await platform.request("GET /meta/embedded-callback", input, org);
  return { status: response.status, body: (await response.json()) as { code: string; message: string } };
}

describe("connecting a WhatsApp account", () => {
  it("goes from nothing to three completed steps", async () => {
    const org = await platform.createOrg("Duka Letu");
    const before = await platform.call("GET /embedded-signup/status", {}, org);
    expect(before).toMatchObject({ completed: false });
    expect(before.steps.map(({ title, status }) => [title, status])).toEqual([
      ["Embedded Signup", "pending"],
      ["Verify Number", "pending"],
      ["Complete Setup", "pending"],
    ]);

    const answer = await answerDialog(await start(org), {
      businessName: "Duka Letu",
      phone: "+254 711 000 001",
    });
    const finished = await platform.call("GET /meta/embedded-callback", { ...answer }, org);
    expect(finished).toMatchObject({ completed: true, message: "" });

    const after = await platform.call("GET /embedded-signup/status", {}, org);
    expect(after.completed).toBe(true);
    expect(after.steps.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
    expect(numbers).toMatchObject([
      {
        displayPhoneNumber: "+254 711 000 001",
        status: "CONNECTED",
        qualityRating: "GREEN",
        throughputPerSecond: 80,
        sendable: true,
      },
    ]);
  });

  it("stores token and PIN sealed, and the sender can open the token", async () => {
    const org = await connectOrg(platform, "Soko Huru");
    const [account] = await rowsOf(org);
    const [number] = await platform.services.db.withSystem((tx) =>
      tx.select().from(phoneNumbers).where(eq(phoneNumbers.orgId, org.orgId)),
    );
    expect(account!.tokenEncrypted).toMatch(/^v1\./);
    expect(number!.pinEncrypted).toMatch(/^v1\./);
    const sender = await findSender(org.ctx, number!.phoneNumberId);
    expect(accessTokenOf(platform.services, sender.account)).toMatch(/^EAA/);
    const elsewhere = { ...sender.account, id: "wac_other" };
    expect(() => accessTokenOf(platform.services, elsewhere)).toThrow();
  });

  it("logs calls for support, without PIN or token", async () => {
    const org = await connectOrg(platform, "Mama Mboga");
    const calls = await platform.services.db.withSystem((tx) =>
      tx.select().from(providerCalls).where(eq(providerCalls.orgId, org.orgId)),
    );
    expect(calls.map(({ method, path }) => `${method} ${path.split("/")[2]}`)).toEqual([
      "POST subscribed_apps",
      "POST register",
    ]);
    expect(calls[1]!.request).toMatchObject({ body: { pin: "[redacted]" } });
  });

  it("returns the same when the page is reloaded", async () => {
    const org = await platform.createOrg();
    const answer = await answerDialog(await start(org), {});
    const first = await platform.call("GET /meta/embedded-callback", { ...answer }, org);
    const second = await platform.call("GET /meta/embedded-callback", { ...answer }, org);
    expect(second).toEqual(first);
    expect(await rowsOf(org)).toHaveLength(1);
  });

  it("refuses a response without a state, even while the member has an open signup", async () => {
    const org = await platform.createOrg();
    const { state, ...answer } = await answerDialog(await start(org), {});
    for (const forged of [answer, { ...answer, state: "" }, { ...answer, state: "x".repeat(201) }])
      expect(await refusal(org, forged)).toMatchObject({
        status: 400,
        body: {
          code: "whatsapp.signup_state",
          message: expect.stringContaining("Start again on WhatsApp Setup"),
        },
      });
    expect(await rowsOf(org)).toEqual([]);
    expect(await platform.call("GET /meta/embedded-callback", { ...answer, state }, org)).toMatchObject({
      completed: true,
    });
  });

  it("refuses a state of another member, a forged one and one older than an hour", async () => {
    const [org, stranger] = [await platform.createOrg(), await platform.createOrg("Jirani")];
    const answer = await answerDialog(await start(org), {});
    expect((await refusal(stranger, { ...answer })).body.code).toBe("whatsapp.signup_state");
    expect((await refusal(org, { ...answer, state: "made-up" })).body.code).toBe("whatsapp.signup_state");
    platform.clock.advance(61 * 60_000);
    expect((await refusal(org, { ...answer })).body.code).toBe("whatsapp.signup_state");
    expect(await rowsOf(org)).toEqual([]);
  });

  it("says what is missing when code or account are absent", async () => {
    const org = await platform.createOrg();
    expect(await refusal(org, { code: "x" })).toMatchObject({
      status: 400,
      body: { message: "Missing required parameters." },
    });
  });

  it("says that an account ID is not valid, not that it is missing", async () => {
    const org = await platform.createOrg();
    const message = "The WhatsApp account ID is not valid. Start the signup again on WhatsApp Setup.";
    expect(await refusal(org, { code: "x", shared_waba_id: "123" })).toMatchObject({
      status: 400,
      body: { message, fields: { shared_waba_id: message } },
    });
    expect(await refusal(org, { code: "x", shared_waba_id: "" })).toMatchObject({
      body: { message: "Missing required parameters." },
    });
  });

  it("refuses a used code, and connects nothing", async () => {
    const org = await platform.createOrg();
    const answer = await answerDialog(await start(org), {});
    await platform.call("GET /meta/embedded-callback", { ...answer }, org);
    const other = await platform.createOrg("Jirani");
    const { state } = await platform.call("POST /embedded-signup", {}, other);
    expect((await refusal(other, { ...answer, state })).body.code).toBe("whatsapp.code_refused");
    expect(await rowsOf(other)).toEqual([]);
  });

  it("refuses an account without permission", async () => {
    const [org, other] = [await platform.createOrg(), await connectOrg(platform, "Jirani")];
    const answer = await answerDialog(await start(org), {});
    const tampered = { ...answer, shared_waba_id: other.wabaId };
    expect((await refusal(org, tampered)).body.code).toBe("whatsapp.permissions_missing");
    expect(await rowsOf(org)).toEqual([]);
  });

  it("refuses an account of another organisation, without a trace", async () => {
    const owner = await connectOrg(platform, "Mwenye");
    const org = await platform.createOrg("Mgeni");
    const answer = await answerDialog(await start(org), { wabaId: owner.wabaId });
    expect(await refusal(org, { ...answer })).toMatchObject({
      status: 409,
      body: { code: "whatsapp.waba_taken" },
    });
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs[0]).toMatchObject({
      action: "WhatsApp signup failed",
      status: "error",
      details: expect.stringContaining("connected to another organisation"),
    });
    expect(await rowsOf(org)).toEqual([]);
    expect((await rowsOf(owner))[0]).toMatchObject({ status: "connected" });
  });

  it("stores no state in plain text", async () => {
    const org = await platform.createOrg();
    const { state } = await platform.call("POST /embedded-signup", {}, org);
    const [attempt] = await platform.services.db.withSystem((tx) =>
      tx.select().from(signupAttempts).where(eq(signupAttempts.orgId, org.orgId)),
    );
    expect(attempt!.stateHash.toString("latin1")).not.toContain(state);
    expect(attempt!.stateHash).toHaveLength(32);
  });

  it("keeps the account when a number has an earlier PIN, and finishes with that PIN", async () => {
    const first = await connectOrg(platform, "Kwanza");
    const [number] = (await platform.call("GET /whatsapp/numbers", {}, first)).numbers;
    const { accountId } = await makeForeignPin(first, number!.phoneNumberId);

    const resumed = await platform.call(
      "POST /whatsapp/accounts/:whatsappAccountId/resume",
      { whatsappAccountId: accountId },
      first,
    );
    expect(resumed.completed).toBe(false);
    expect(resumed.message).toContain("two-step verification PIN");
    const wrong = await platform.request(
      "POST /whatsapp/numbers/:phoneNumberId/register",
      { phoneNumberId: number!.phoneNumberId, pin: "000001" },
      first,
    );
    expect(wrong.status).toBe(409);
    expect(await wrong.json()).toMatchObject({
      code: "whatsapp.pin_refused",
      fields: { pin: expect.stringContaining("PIN") },
    });
    const right = await platform.call(
      "POST /whatsapp/numbers/:phoneNumberId/register",
      { phoneNumberId: number!.phoneNumberId, pin: "424242" },
      first,
    );
    expect(right.completed).toBe(true);
    expect((await control<{ ok: boolean }>(simulator, "health")).ok).toBe(true);
  });

  /** As if the number had been removed from the platform and given a PIN in WhatsApp Manager. */
  async function makeForeignPin(org: TestOrg, phoneNumberId: string) {
    const { account } = await findSender(org.ctx, phoneNumberId);
    const accessToken = accessTokenOf(platform.services, account);
    await platform.services.graph.call({ method: "POST", path: `/${phoneNumberId}/deregister`, accessToken });
    await platform.services.graph.call({
      method: "POST",
      path: `/${phoneNumberId}`,
      body: { pin: "424242" },
      accessToken,
    });
    return { accountId: account.id };
  }
});
