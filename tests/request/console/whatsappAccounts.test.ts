import { expect, it } from "vitest";
import { refreshNumbers } from "#app/domain/whatsapp/accounts/refreshNumbers.server.ts";
import { staffOf } from "#tests/support/staff.ts";
import { connectOrg, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

it("shows the owner's address, whether Meta has verified the business, and when the account was last active", async () => {
  const shop = await connectOrg(platform, "Duka la kuthibitishwa");
  const staff = await staffOf(platform)("support");
  const { user } = await platform.call("GET /auth/me", {}, shop);
  /** The account, as in the list and on its own page. */
  const shown = async () => {
    const { accounts } = await platform.call("GET /admin/whatsapp", { search: shop.wabaId }, staff);
    const of = { orgId: shop.orgId, accountId: accounts[0]!.id };
    const { account } = await platform.call("GET /admin/whatsapp/:orgId/:accountId", of, staff);
    expect(account).toMatchObject(accounts[0]!);
    return account;
  };
  const { id } = await shown();
  expect(await shown()).toMatchObject({ email: user.email, isVerified: true, lastActive: null });

  const at = platform.clock.now();
  await platform.services.db.system.query(
    "update whatsapp_accounts set last_webhook_at = $2, is_business_verified = null where org_id = $1",
    [shop.orgId, at],
  );
  expect(await shown()).toMatchObject({ isVerified: null, lastActive: at.toISOString() });
  await refreshNumbers({ ctx: shop.ctx, input: { whatsappAccountId: id } });
  expect(await shown()).toMatchObject({ isVerified: true });
});
