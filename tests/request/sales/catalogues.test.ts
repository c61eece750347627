import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { events } from "#app/db/schema/record/events.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { syncCatalogue, syncCatalogues } from "#app/domain/sales/catalogues/sync.server.ts";
import { connectOrg, control, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

interface Item {
  retailer_id: string;
  name?: string;
  priceCents?: number;
  currency?: string;
  availability?: string;
  visibility?: string;
}

const unga: Item = { retailer_id: "U2", name: "Unga 2 kg", priceCents: 19_050 };
const sukari: Item = { retailer_id: "S1", name: "Sukari 1 kg", priceCents: 21_000 };

/** A shop with a connected account, whose catalogue in Meta has these items. */
async function newShop(...items: Item[]) {
  const org = await connectOrg(platform);
  const { withOrg } = platform.services.db;
  const [account] = await withOrg(org.orgId, (tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, org.orgId)),
  );
  const put = (...wanted: Item[]) =>
    control(simulator, "catalogues", {
      wabaId: org.wabaId,
      name: "Duka",
      items: wanted.map((item, at) => ({
        ...{ id: String(9_000_000 + at), name: item.retailer_id, priceCents: 10_000, currency: "KES" },
        ...item,
      })),
    });
  if (items.length > 0) await put(...items);
  return {
    ...org,
    put,
    sync: () => platform.request("POST /catalogues", { whatsappAccountId: account!.id }, org),
    listed: async () => (await platform.call("GET /catalogues", {}, org)).accounts[0]!.catalogue,
    products: () =>
      withOrg(org.orgId, (tx) =>
        tx.select().from(products).where(eq(products.orgId, org.orgId)).orderBy(asc(products.name)),
      ),
    row: async () => {
      const [row] = await withOrg(org.orgId, (tx) =>
        tx.select().from(productCatalogues).where(eq(productCatalogues.orgId, org.orgId)),
      );
      return row!;
    },
    events: async (name: string) =>
      withOrg(org.orgId, (tx) =>
        tx
          .select({ data: events.data })
          .from(events)
          .where(and(eq(events.orgId, org.orgId), eq(events.name, name))),
      ),
    fault: (kind: string, more: object = { count: 1 }) =>
      control(simulator, "faults", { kind, phoneNumberId: org.wabaId, ...more }),
  };
}

const named = (rows: { name: string; priceCents: number; archivedAt: Date | null }[]) =>
  rows.map(({ name, priceCents, archivedAt }) => [name, priceCents, archivedAt !== null]);

describe("a catalogue of Meta", () => {
  it("brings its products, over all pages, and changes nothing when it is read again", async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({ retailer_id: `C${at}`, priceCents: 100 + at }));
    const shop = await newShop(...many);
    expect((await shop.sync()).status).toBe(200);
    const before = await shop.products();
    expect(before).toHaveLength(450);
    expect(before.find(({ retailerId }) => retailerId === "C449")).toMatchObject({ priceCents: 549 });
    await shop.sync();
    expect(await shop.products()).toEqual(before);
    expect(await shop.events("product_catalogue.synced")).toEqual([
      { data: expect.objectContaining({ created: 450, changed: 0, removed: 0 }) },
    ]);
    expect(await shop.listed()).toMatchObject({ name: "Duka", items: 450, problem: null, skipped: [] });
  });

  it("changes prices and availability, archives what is gone, and brings it back", async () => {
    const shop = await newShop(unga, sukari);
    await shop.sync();
    await shop.put({ ...unga, priceCents: 20_000, availability: "out of stock" });
    await shop.sync();
    expect(named(await shop.products())).toEqual([
      ["Sukari 1 kg", 21_000, true],
      ["Unga 2 kg", 20_000, false],
    ]);
    const { products: listed } = await platform.call("GET /products", {}, shop);
    expect(listed).toMatchObject([{ name: "Unga 2 kg", isAvailable: false, isOfCatalogue: true }]);
    await shop.put(unga, { ...sukari, visibility: "hidden" });
    await shop.sync();
    expect(named(await shop.products())[0]).toEqual(["Sukari 1 kg", 21_000, true]);
    expect((await shop.listed())!.skipped).toEqual(["Hidden in Meta: 1"]);
    await shop.put(unga, sukari);
    await shop.sync();
    expect(named(await shop.products())).toEqual([
      ["Sukari 1 kg", 21_000, false],
      ["Unga 2 kg", 19_050, false],
    ]);
  });

  it("takes over an own product with its code, of which VAT, stock and picture stay the organisation's", async () => {
    const shop = await newShop(unga);
    const own = { name: "Unga", price: "150", vatClass: "zero" as const, stock: "7", code: "U2" };
    const { productId } = await platform.call("POST /products", own, shop);
    await shop.sync();
    expect(await shop.products()).toMatchObject([
      { id: productId, name: "Unga 2 kg", priceCents: 19_050, vatClass: "zero", stock: 7 },
    ]);
    const change = (more: object) =>
      platform.request(
        "PUT /products/:productId",
        { productId, name: "Unga 2 kg", price: "190.50", code: "U2", ...more },
        shop,
      );
    const refused = await change({ price: "100" });
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "product.of_catalogue" }]);
    expect((await change({ vatClass: "standard", stock: "3" })).status).toBe(200);
    await shop.sync();
    expect(await shop.products()).toMatchObject([{ vatClass: "standard", stock: 3, priceCents: 19_050 }]);
  });

  it("leaves archived what a member archived", async () => {
    const shop = await newShop(unga, sukari);
    await shop.sync();
    const [first] = await shop.products();
    await platform.call("POST /products/:productId/archive", { productId: first!.id }, shop);
    await shop.put(unga);
    await shop.sync();
    await shop.put(unga, sukari);
    await shop.sync();
    expect(named(await shop.products())[0]).toEqual(["Sukari 1 kg", 21_000, true]);
  });

  it("skips what can't be sold in KES, and says so", async () => {
    const shop = await newShop(
      unga,
      { retailer_id: "D1", currency: "USD" },
      { retailer_id: "P0", priceCents: 0 },
      { retailer_id: "x".repeat(101) },
      { retailer_id: "U2", name: "Unga tena" },
    );
    await shop.sync();
    expect(named(await shop.products())).toEqual([["Unga 2 kg", 19_050, false]]);
    expect((await shop.listed())!.skipped).toEqual([
      "Price not in KES: 1",
      "Without a name or a usable price: 1",
      "Without a content ID of their own: 2",
    ]);
  });

  it("becomes the organisation's own products when it is disconnected", async () => {
    const shop = await newShop(unga);
    await shop.sync();
    const { id: catalogueId } = (await shop.listed())!;
    const other = await connectOrg(platform, "Soko Safi");
    const foreign = await platform.request(
      "POST /catalogues/:catalogueId/disconnect",
      { catalogueId },
      other,
    );
    expect(foreign.status).toBe(404);
    await platform.call("POST /catalogues/:catalogueId/disconnect", { catalogueId }, shop);
    expect(await shop.listed()).toBeNull();
    const { products: listed } = await platform.call("GET /products", {}, shop);
    expect(listed).toMatchObject([{ name: "Unga 2 kg", isOfCatalogue: false }]);
  });
});

describe("a catalogue that can't be read", () => {
  it("changes nothing when a later page fails, and is read again within the hour", async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({ retailer_id: `C${at}` }));
    const shop = await newShop(unga, ...many);
    await shop.sync();
    await shop.put({ ...unga, priceCents: 1 }, ...many.slice(0, 220));
    await shop.fault("catalogue-page");
    const answer = await shop.sync();
    expect(await answer.json()).toMatchObject({ isComplete: false });
    expect(await shop.products()).toHaveLength(251);
    expect(named(await shop.products()).filter(([, price, archived]) => archived || price === 1)).toEqual([]);
    expect(await shop.row()).toMatchObject({ problem: "unreachable", problems: 1 });
    expect(await syncCatalogues(platform.services)).toEqual({ due: 0 });
    platform.clock.advance(3_601_000);
    expect((await syncCatalogues(platform.services)).due).toBeGreaterThanOrEqual(1);
    await platform.runJobs();
    expect(await shop.row()).toMatchObject({ problem: null, problems: 0 });
    expect(named(await shop.products()).filter(([, , archived]) => archived)).toHaveLength(30);
  });

  it("is reported once when the permission is missing", async () => {
    const shop = await newShop(unga);
    await shop.sync();
    const { id: catalogueId } = await shop.row();
    await shop.fault("catalogue-denied", { count: 3 });
    for (const _ of [1, 2]) expect(await syncCatalogue(shop.ctx, { catalogueId })).toBe(false);
    expect(await shop.events("product_catalogue.failing")).toHaveLength(1);
    const refused = await shop.sync();
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "catalogue.denied" }]);
    expect((await shop.listed())!.problem).toContain("does not let us read");
    expect(named(await shop.products())).toEqual([["Unga 2 kg", 19_050, false]]);
  });

  it("needs a new connection when the token has ended", async () => {
    const shop = await newShop(unga);
    await shop.sync();
    const { id: catalogueId } = await shop.row();
    await control(simulator, "tokens/revoke", { wabaId: shop.wabaId });
    expect(await syncCatalogue(shop.ctx, { catalogueId })).toBe(false);
    expect(await shop.row()).toMatchObject({ problem: "lost" });
    const { accounts } = await platform.call("GET /catalogues", {}, shop);
    expect(accounts[0]).toMatchObject({ isConnected: false });
    expect((await shop.sync()).status).toBe(409);
  });

  it("is asked for in WhatsApp Manager where Meta has none", async () => {
    const shop = await newShop();
    const refused = await shop.sync();
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "catalogue.none" }]);
  });

  it("is read by one of two processes when it is due", async () => {
    const shop = await newShop(unga);
    await shop.sync();
    const { id: catalogueId } = await shop.row();
    platform.clock.advance(3_601_000);
    const both = await Promise.all([1, 2].map(() => syncCatalogue(shop.ctx, { catalogueId, onlyDue: true })));
    expect(both.toSorted()).toEqual([false, true]);
  });
});
