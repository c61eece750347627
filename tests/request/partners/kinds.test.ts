import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { categoryWords } from "#app/domain/partners/words.ts";
import { partnerCategories } from "#app/platform/partnerCategories.ts";
import { createPartner } from "#tests/support/partners.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const staff = setUp(() => platform.createOrg("Operations", "admin"));

const constraintOf = (statement: ReturnType<typeof sql>) =>
  platform.services.db
    .withSystem((tx) => tx.execute(statement))
    .then(
      () => null,
      (error: { cause?: { constraint?: string } }) => error.cause?.constraint ?? String(error),
    );

it("offers a share for each available kind of partner, and no other", async () => {
  const { tiers } = await platform.call("GET /admin/revenue-share", {}, staff);
  expect(tiers.map(({ category }) => category).toSorted()).toEqual([...partnerCategories].toSorted());
  expect(tiers.map(({ percent }) => percent)).toEqual([12, 15, 18, 18, 20]);
  expect(Object.keys(categoryWords).toSorted()).toEqual([...partnerCategories].toSorted());
});

it("refuses an unlisted kind, in the database too", async () => {
  const { partnerId } = await createPartner(platform, staff);
  expect(await constraintOf(sql`update partners set category = 'platform' where org_id = ${partnerId}`)).toBe(
    "partners_category_known",
  );
  const tier = sql`insert into share_tiers (name, percent, effective_from) values ('Platform', 20, now())`;
  expect(await constraintOf(tier)).toBe("share_tiers_known");
});
