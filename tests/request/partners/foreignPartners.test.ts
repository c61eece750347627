import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { contract } from "#app/api/contract.ts";
import type { Endpoint } from "#app/api/endpoint.ts";
import { accrueShares } from "#app/domain/partners/accrue.server.ts";
import { drawSettlements } from "#app/domain/partners/draw.server.ts";
import { type Act, callerOf } from "#app/platform/roles/acts.server.ts";
import { idFieldsOf } from "#tests/support/idFields.ts";
import { createPartner, earn, later, type TestPartner } from "#tests/support/partners.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

/** The tenant sweep, partner against partner. */
const calls = (Object.entries(contract) as [string, Endpoint<Act, z.ZodType, unknown>][]).filter(
  ([, { act }]) => callerOf(act) === "partner",
);

const platform = setUpPlatform({ startsAt: "2026-08-20T09:00:00Z" });
const staff = setUp(() => platform.createOrg("Operations", "admin"));

/** A partner with a settlement, whose organisation has a unique name. */
async function partnerWith(secret: string): Promise<{ partner: TestPartner; secret: string }> {
  const partner = await createPartner(platform, staff, { percent: 20, name: `Partner ${secret}` });
  const org = await platform.createOrg(secret);
  await platform.call("POST /referrals", { code: partner.code }, org);
  await earn(platform, org, 100_000);
  await accrueShares(platform.services);
  return { partner, secret };
}

const world = setUp(async () => {
  const ours = await partnerWith("siri-ours");
  const theirs = await partnerWith("siri-theirs");
  await later(platform, 62 * 86_400_000);
  await drawSettlements(platform.services);
  const { settlements } = await platform.call("GET /admin/settlements", {}, staff);
  const settlementId = settlements.find(({ partnerId }) => partnerId === ours.partner.partnerId)!.id;
  return { ours, theirs, ids: { settlement: settlementId } as Record<string, string> };
});

async function ask(key: string, input: Record<string, unknown>, { cookie }: TestPartner) {
  const response = await platform.request(key, input, { cookie });
  return { status: response.status, text: await response.text() };
}

describe("with another partner's session", () => {
  const targets = calls.flatMap(([key, { input }]) =>
    [...idFieldsOf(input)].map(([field, { noun }]) => ({ key, field, noun })),
  );

  it.each(targets)("$key: a foreign $field is not found", async ({ key, field, noun }) => {
    const id = world.ids[noun];
    expect(id, `this test makes no ${noun}`).toBeDefined();
    const own = await ask(key, { [field]: id }, world.ours.partner);
    expect(own.status).toBe(200);
    const { status, text } = await ask(key, { [field]: id }, world.theirs.partner);
    expect(status).toBe(404);
    expect(text).not.toContain(world.ours.secret);
  });

  it.each(calls.filter(([key]) => /^GET [^:]*$/.test(key)).map(([key]) => key))(
    "%s shows nothing of others",
    async (key) => {
      const { status, text } = await ask(key, {}, world.theirs.partner);
      expect(status).toBe(200);
      expect(text).not.toContain(world.ours.secret);
    },
  );

  it("the sweep bites: a partner's own pages show their objects", async () => {
    expect((await ask("GET /partner", {}, world.ours.partner)).text).toContain(world.ours.secret);
    expect((await ask("GET /partner/transactions", {}, world.ours.partner)).text).toContain(
      world.ours.secret,
    );
  });
});
