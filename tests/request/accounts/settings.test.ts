import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { newId } from "#app/platform/ids.ts";
import { actionsOf } from "#tests/support/entries.ts";
import { setPassword } from "#tests/support/identity.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

async function signInElsewhere(org: TestOrg, userAgent: string) {
  const id = newId("ses");
  await platform.services.db.withSystem((tx) =>
    tx.insert(sessions).values({
      id,
      tokenHash: randomBytes(32),
      userId: org.userId,
      orgId: org.orgId,
      ipAddress: "196.201.0.9",
      userAgent,
      seenAt: platform.clock.now(),
      expiresAt: new Date(platform.clock.now().getTime() + 86_400_000),
    }),
  );
  return id;
}

const givePassword = (org: TestOrg) => setPassword(platform, org);

const actionsIn = (org: TestOrg) => actionsOf(platform, org.orgId);

const makeAgent = (org: TestOrg) =>
  platform.services.db.withSystem((tx) =>
    tx.update(members).set({ role: "agent" }).where(eq(members.orgId, org.orgId)),
  );

const asha = { firstName: "Asha", lastName: "Mwangi" };

describe("the profile", () => {
  it("saves names and a phone number as written, and logs it", async () => {
    const org = await platform.createOrg("Duka Letu");
    const input = { firstName: " Neema ", lastName: "Odhiambo", businessName: "  Duka Kubwa  " };
    await platform.call("PUT /profile", { ...input, phoneNumber: "0712 345 678" }, org);
    const { user } = await platform.call("GET /auth/me", {}, org);
    expect(user).toMatchObject({
      firstName: "Neema",
      lastName: "Odhiambo",
      businessName: "Duka Kubwa",
      phoneNumber: "+254712345678",
    });
    expect(await actionsIn(org)).toEqual(["Profile updated"]);
    const { activity } = await platform.call("GET /profile/activity", {}, org);
    expect(activity).toMatchObject([{ action: "Profile updated" }]);
  });

  it.each([
    [{ businessName: "", phoneNumber: "" }, "businessName", "Business name is required"],
    [{ firstName: " " }, "firstName", "First name is required"],
    [{ lastName: "" }, "lastName", "Last name is required"],
    [{ email: "a b@c" }, "email", "Email is invalid"],
    [
      { businessName: "Duka", phoneNumber: "0712345678".padEnd(61) },
      "phoneNumber",
      "This is too long for a phone number.",
    ],
    [
      { businessName: "x".repeat(300), phoneNumber: "" },
      "businessName",
      "The business name can have at most 120 characters",
    ],
    [
      { businessName: "Duka", phoneNumber: "12" },
      "phoneNumber",
      "“12” is too short: some digits are missing.",
    ],
  ])("refuses %j", async (input, field, message) => {
    const org = await platform.createOrg("Duka Letu");
    const response = await platform.request("PUT /profile", { ...asha, ...input }, org);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { [field]: message } });
    expect((await platform.call("GET /auth/me", {}, org)).user.businessName).toBe("Duka Letu");
  });

  it("lets an agent save a phone number, not the name of the organisation", async () => {
    const org = await platform.createOrg("Duka Letu");
    await makeAgent(org);
    const phoneNumber = "0712345678";
    await platform.call("PUT /profile", { ...asha, businessName: "Duka Letu", phoneNumber }, org);
    await platform.call("PUT /profile", { ...asha, phoneNumber }, org);
    const refused = await platform.request(
      "PUT /profile",
      { ...asha, businessName: "Mine now", phoneNumber: "" },
      org,
    );
    expect(refused.status).toBe(403);
    const { user } = await platform.call("GET /auth/me", {}, org);
    expect(user).toMatchObject({ businessName: "Duka Letu", phoneNumber: "+254712345678" });
  });
});

describe("account settings", () => {
  it("rename the organisation for its owner, not for an agent", async () => {
    const org = await platform.createOrg("Duka Letu");
    await platform.call("PUT /settings/organisation", { name: "Duka Jipya" }, org);
    await makeAgent(org);
    expect((await platform.request("PUT /settings/organisation", { name: "Mine" }, org)).status).toBe(403);
    expect((await platform.call("GET /auth/me", {}, org)).user.businessName).toBe("Duka Jipya");
    expect(await actionsIn(org)).toEqual(["Organisation renamed"]);
  });

  it("log nothing when the form is saved unchanged", async () => {
    const org = await platform.createOrg("Duka Letu");
    const profile = { ...asha, businessName: "Duka Letu", phoneNumber: "0712 345 678" };
    await platform.call("PUT /profile", profile, org);
    await platform.call("PUT /profile", profile, org);
    expect(await platform.call("PUT /settings/organisation", { name: "Duka Letu" }, org)).toEqual({
      name: "Duka Letu",
    });
    await platform.call("PUT /settings/lite-mode", { liteMode: false }, org);
    expect(await actionsIn(org)).toEqual(["Profile updated"]);
  });

  it("turn lite mode on and off", async () => {
    const org = await platform.createOrg();
    await platform.call("PUT /settings/lite-mode", { liteMode: true }, org);
    expect((await platform.call("GET /auth/me", {}, org)).user.liteMode).toBe(true);
    await platform.call("PUT /settings/lite-mode", { liteMode: false }, org);
    expect((await platform.call("GET /auth/me", {}, org)).user.liteMode).toBe(false);
  });
});

describe("sessions", () => {
  it("are listed with the device in words, this one first", async () => {
    const org = await platform.createOrg();
    await signInElsewhere(
      org,
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
    );
    const { sessions: listed } = await platform.call("GET /sessions", {}, org);
    expect(listed.map(({ device, current }) => [device, current])).toEqual([
      ["test", true],
      ["Chrome on Android", false],
    ]);
  });

  it("end all other sessions at once, and keep this one", async () => {
    const org = await platform.createOrg();
    await signInElsewhere(org, "Firefox");
    await signInElsewhere(org, "Safari");
    const wrong = await platform.request("DELETE /sessions", { password: "guessing" }, org);
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: "password.wrong" }]);
    expect(await platform.call("DELETE /sessions", await givePassword(org), org)).toEqual({ ended: 2 });
    expect((await platform.call("GET /sessions", {}, org)).sessions).toHaveLength(1);
    expect(await actionsIn(org)).toEqual(["Signed out elsewhere"]);
  });

  it("of another user are not found and stay open", async () => {
    const org = await platform.createOrg();
    const other = await platform.createOrg();
    const id = await signInElsewhere(other, "Firefox");
    const withPassword = { id, ...(await givePassword(org)) };
    expect((await platform.request("DELETE /sessions/:id", withPassword, org)).status).toBe(404);
    expect((await platform.call("GET /sessions", {}, other)).sessions).toHaveLength(2);
    const own = { id, ...(await givePassword(other)) };
    expect(await platform.call("DELETE /sessions/:id", own, other)).toEqual({ ended: 1 });
  });

  it("expire when unused: after four hours, or two weeks when remembered", async () => {
    const org = await platform.createOrg();
    const unusedFor = async (hours: number, remember: boolean) => {
      const seenAt = new Date(platform.clock.now().getTime() - hours * 3_600_000);
      await platform.services.db.withSystem((tx) =>
        tx.update(sessions).set({ seenAt, remember }).where(eq(sessions.userId, org.userId)),
      );
      return (await platform.request("GET /auth/me", {}, org)).status;
    };
    expect(await unusedFor(3.9, false)).toBe(200);
    expect(await unusedFor(4.1, false)).toBe(401);
    expect(await unusedFor(13.9 * 24, true)).toBe(200);
    expect(await unusedFor(14.1 * 24, true)).toBe(401);
  });
});
