import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import { checkConnection } from "#app/domain/whatsapp/doctor/check.server.ts";
import { adviceOn } from "#app/domain/whatsapp/doctor/words.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { type GraphRequest, GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectOrg, control, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

const accountOf = async (org: TestOrg) =>
  (await platform.call("GET /whatsapp/accounts", {}, org)).accounts[0]!;
const foundOf = (results: { check: string; found: string }[]) =>
  Object.fromEntries(results.map(({ check, found }) => [check, found]));

/** The organisation's context with a Meta that responds differently on some paths. */
function withMeta(org: TestOrg, answer: (path: string) => unknown) {
  const { graph } = org.ctx;
  const call = async (request: GraphRequest) => {
    const answered = answer(request.path);
    if (answered instanceof Error) throw answered;
    return answered ?? graph.call(request);
  };
  return { ...org.ctx, graph: { ...graph, call: call as typeof graph.call } };
}

async function report(wabaId: string, field: string, value: object) {
  const time = Math.floor(platform.clock.now().getTime() / 1000);
  const body = JSON.stringify({ entry: [{ id: wabaId, time, changes: [{ field, value }] }] });
  await platform.api.fetch(
    new Request("http://localhost:4000/api/hooks/meta", {
      method: "POST",
      headers: { "x-hub-signature-256": signatureOf(body, platform.services.config.meta.appSecret) },
      body,
    }),
  );
  while ((await applyWaitingWebhooks(platform.services)) > 0);
}

describe("the connection doctor", () => {
  it("reports nothing for a healthy account, names the fault of another, and stores both with their time", async () => {
    const org = await connectOrg(platform, "Duka la Daktari");
    const { id: whatsappAccountId } = await accountOf(org);
    const path = "POST /whatsapp/accounts/:whatsappAccountId/checks";
    const good = await platform.call(path, { whatsappAccountId }, org);
    expect(foundOf(good.results)).toMatchObject({
      reachability: "answers",
      token: "valid",
      scopes: "granted",
      subscription: "subscribed",
      registration: "connected",
      payment: "no_problem",
    });
    platform.clock.advance(60_000);
    const input = { whatsappAccountId };
    const unpaid = withMeta(org, (address) =>
      address.endsWith("/subscribed_apps")
        ? { data: [] }
        : address === `/${org.wabaId}`
          ? { health_status: { entities: [{ errors: [{ error_code: 141006, possible_solution: "Pay." }] }] } }
          : undefined,
    );
    const bad = await checkConnection({ ctx: unpaid, input });
    expect(foundOf(bad.results)).toMatchObject({ subscription: "missing", payment: "problem" });
    platform.clock.advance(60_000);
    const away = withMeta(org, () => new GraphUnreachable(new Error("down")));
    expect(foundOf((await checkConnection({ ctx: away, input })).results)).toMatchObject({
      reachability: "unreachable",
      token: "unreachable",
    });
    platform.clock.advance(60_000);
    await control(simulator, "tokens/revoke", { wabaId: org.wabaId });
    const revoked = await platform.call(path, { whatsappAccountId }, org);
    expect(foundOf(revoked.results)).toMatchObject({
      token: "refused",
      scopes: "not_asked",
      subscription: "refused",
    });
    for (const result of [...good.results, ...bad.results, ...revoked.results])
      if (result.outcome === "bad") expect(adviceOn(result).todo).toBeTruthy();
    const { checks } = await platform.call(
      "GET /whatsapp/accounts/:whatsappAccountId/checks",
      { whatsappAccountId },
      org,
    );
    expect(checks).toHaveLength(4);
  });

  it("is for the organisation's own accounts only", async () => {
    const [org, other] = [await connectOrg(platform, "Duka Letu"), await platform.createOrg()];
    const { id: whatsappAccountId, numbers } = await accountOf(org);
    const { phoneNumberId } = numbers[0]!;
    const statuses = await Promise.all([
      platform.request("POST /whatsapp/accounts/:whatsappAccountId/checks", { whatsappAccountId }, other),
      platform.request("GET /whatsapp/accounts/:whatsappAccountId/checks", { whatsappAccountId }, other),
      platform.request("GET /whatsapp/numbers/:phoneNumberId", { phoneNumberId }, other),
      platform.request("GET /whatsapp/numbers/:phoneNumberId/profile", { phoneNumberId }, other),
      platform.request(
        "PUT /whatsapp/numbers/:phoneNumberId/profile",
        { phoneNumberId, vertical: "RETAIL" },
        other,
      ),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe("a number", () => {
  it("stores Meta's quality and limit, and shows whether reports arrive", async () => {
    const org = await connectOrg(platform, "Duka la Ubora");
    const [number] = (await accountOf(org)).numbers;
    const { phoneNumberId, displayPhoneNumber: display_phone_number } = number!;
    const reportQuality = (value: object) => {
      platform.clock.advance(60_000);
      return report(org.wabaId, "phone_number_quality_update", { display_phone_number, ...value });
    };
    await reportQuality({ event: "ONBOARDING", current_limit: "TIER_250" });
    await reportQuality({ event: "FLAGGED", current_limit: "TIER_250" });
    await reportQuality({ event: "UNFLAGGED", max_daily_conversations_per_business: 2000 });
    await reportQuality({ event: "ONBOARDING", max_daily_conversations_per_business: 2000 });
    const found = await platform.call("GET /whatsapp/numbers/:phoneNumberId", { phoneNumberId }, org);
    expect(found.number.messagingLimit).toBe("TIER_2K");
    expect(
      found.history
        .filter(({ source }) => source === "webhook")
        .map((row) => [row.qualityRating, row.messagingLimit]),
    ).toEqual([
      ["GREEN", "TIER_2K"],
      ["RED", "TIER_250"],
      [null, "TIER_250"],
    ]);
    expect(found.webhooks.health).toBe("good");
  });

  it("shows customers the profile and picture set here", async () => {
    const org = await connectOrg(platform, "Duka la Picha");
    const { phoneNumberId } = (await accountOf(org)).numbers[0]!;
    const profile = {
      about: "Karibu!",
      description: "Sugar, flour and more",
      email: "duka@mail.test",
      website1: "https://duka.test",
      vertical: "GROCERY" as const,
    };
    await platform.call("PUT /whatsapp/numbers/:phoneNumberId/profile", { phoneNumberId, ...profile }, org);
    const form = new FormData();
    const bytes = await sharp({ create: { width: 700, height: 500, channels: 3, background: "#0a7" } })
      .png()
      .toBuffer();
    form.set("picture", new Blob([bytes as BlobPart], { type: "image/png" }), "shop.png");
    const posted = await platform.api.fetch(
      new Request(`http://localhost:4000/api/whatsapp/numbers/${phoneNumberId}/picture`, {
        method: "POST",
        body: form,
        headers: { cookie: org.cookie, "sec-fetch-site": "same-origin", "x-client-address": "10.0.0.1" },
      }),
    );
    expect(posted.status).toBe(200);
    const found = await platform.call("GET /whatsapp/numbers/:phoneNumberId/profile", { phoneNumberId }, org);
    expect(found.profile).toEqual({
      about: "Karibu!",
      address: "",
      description: "Sugar, flour and more",
      email: "duka@mail.test",
      websites: ["https://duka.test"],
      vertical: "GROCERY",
      hasPicture: true,
    });
    const refused = await platform.request(
      "PUT /whatsapp/numbers/:phoneNumberId/profile",
      { phoneNumberId, ...profile, website2: "javascript:alert(1)" },
      org,
    );
    expect(refused.status).toBe(400);
  });
});
