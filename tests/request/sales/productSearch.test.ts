import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { findProductIds } from "#app/db/search.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

it("finds products by part of a name or code, without accents, by an index that begins with the organisation", async () => {
  const [org, other] = [await platform.createOrg(), await platform.createOrg()];
  const fill = (orgId: string, count: number) =>
    platform.services.db.owner.query(
      `insert into products (org_id, id, name, price_cents, retailer_id)
        select $1, 'prd_' || lpad(n::text, 12, '0') || $1, 'Café Kahawa ' || n || 'g', 100, 'KHW-' || n
        from generate_series(1, $2::int) n`,
      [orgId, count],
    );
  await fill(org.orgId, 20_000);
  await fill(other.orgId, 20_000);
  await platform.services.db.owner.query("vacuum analyze products");
  const found = await platform.services.db.withOrg(org.orgId, async (tx) => {
    const ids = await findProductIds(tx, org.orgId, "kahawa 77g");
    const { rows: used } = await tx.execute<{ name: string; scans: number }>(
      sql`select indexrelid::regclass::text as name, pg_stat_get_xact_numscans(indexrelid)::int as scans
        from pg_index where indrelid = 'products'::regclass and pg_stat_get_xact_numscans(indexrelid) > 0 order by 1`,
    );
    const { rows: role } = await tx.execute<{ role: string; seq: number }>(
      sql`select current_user as role, seq_scan::int as seq from pg_stat_xact_user_tables where relname = 'products'`,
    );
    return { ids, used, role };
  });
  expect(found.ids).toHaveLength(1);
  expect(found.used).toEqual([
    { name: "products_org_id_id_pk", scans: 1 },
    { name: "products_texts", scans: 1 },
  ]);
  expect(found.role).toEqual([{ role: "tarishi_tenant", seq: 0 }]);
  const list = async (q: string) =>
    (await platform.call("GET /products", { q }, org)).products.map(({ name }) => name);
  expect(await list("cafe kahawa 1999")).toHaveLength(11);
  expect(await list("KHW-12345")).toEqual(["Café Kahawa 12345g"]);
  expect(await list("nothing of it")).toEqual([]);
});
