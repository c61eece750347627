import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { setUpServersApart } from "#tests/support/apart.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUp } from "#tests/support/setUp.ts";
import { prepareTour } from "#tests/support/tour.ts";

const { web, api, appUrl } = setUpServersApart();

describe("screens in one process, the API in another, on one PostgreSQL", () => {
  it("a member signs in through the screens, and the API sees their address", async () => {
    const visitor = "198.51.100.7";
    const answer = await fetch(`${web.url}/login`, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: appUrl,
        "x-forwarded-for": visitor,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ email: demoLogins.individual, password: demoLogins.password }),
    });
    expect(answer.headers.get("location")).toBe("/dashboard");
    const session = answer.headers.getSetCookie().find((value) => value.startsWith("tarishi_session="));
    const cookie = session!.split(";")[0]!;
    const page = await fetch(`${web.url}/dashboard`, { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Duka Letu");
    const sessions = await fetch(`${api.url}/api/sessions`, { headers: { cookie } });
    expect(await sessions.text()).toContain(visitor);
  });

  it("each process serves its own part only", async () => {
    expect((await fetch(`${api.url}/login`)).status).toBe(404);
    const direct = await fetch(`${web.url}/api/auth/me`, { redirect: "manual" });
    expect(direct.headers.get("content-type") ?? "").not.toContain("json");
  });

  describe("non-page responses pass through the screens unchanged", () => {
    const member = setUpMember(api);
    const tour = setUp(() => prepareTour(api));
    const visit = (path: string, init: RequestInit = {}) =>
      fetch(`${web.url}${path}`, {
        ...init,
        headers: { cookie: member.cookie, origin: appUrl },
        redirect: "manual",
        signal: AbortSignal.timeout(60_000),
      });
    const sentCampaign = () => tour.addressOf("/messaging/campaigns/:campaignId");

    it.each([
      ["the activity log", () => "/activity/export", "Contacts imported"],
      ["the contacts", () => "/contacts/export", "Amina Juma"],
      [
        "the refused rows of an import",
        () => tour.addressOf("/contacts/imports/:importId/errors.csv"),
        "Nobody,12",
      ],
      ["the recipients of a campaign", () => `${sentCampaign()}/recipients.csv`, "Achieng Odhiambo"],
    ])("%s, as a file", async (_, path, line) => {
      const answer = await visit(path());
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="\w+.*\.csv"$/);
      expect(await answer.text()).toContain(line);
    });

    it("a profile picture, which is uploaded that way too", async () => {
      const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: "#0a7" } });
      const body = new FormData();
      body.set("picture", new Blob([new Uint8Array(await photo.png().toBuffer())]), "asha.png");
      expect((await visit("/profile/picture", { method: "POST", body })).status).toBe(302);
      const { user } = await member.call("GET /auth/me", {});
      const answer = await visit(user.avatar!);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-length")).toBe(String(bytes.length));
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256 });
    });

    it.each([
      ["the chat", () => "/chat/events"],
      ["a campaign", () => `${sentCampaign()}/events`],
    ])("the events of %s, as they happen", async (_, path) => {
      const answer = await visit(path());
      expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      const reader = answer.body!.getReader();
      expect((await reader.read()).done).toBe(false);
      await reader.cancel();
    });
  });

  it("with the API down, a page says so instead of hanging", async () => {
    await api.stop();
    const page = await fetch(`${web.url}/login`, { signal: AbortSignal.timeout(10_000) });
    expect(page.status).toBe(200);
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${web.url}/readyz`)).status).toBe(503);
  });
});
