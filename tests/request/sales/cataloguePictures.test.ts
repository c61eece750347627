import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { and, asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { media } from "#app/db/schema/messaging/media.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { pdf, picture } from "#tests/support/mediaFiles.ts";
import { setUp } from "#tests/support/setUp.ts";
import { connectOrg, control, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });

/** The seller's own server. */
const seller = setUp(
  async () => {
    const fetched: string[] = [];
    const server = createServer(async (request, response) => {
      fetched.push(request.url ?? "");
      if (request.url?.startsWith("/unga")) response.end(await picture());
      else if (request.url === "/list.jpg") response.end(pdf);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, fetched, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  },
  ({ server }) => server.close(),
);

async function newShop() {
  const org = await connectOrg(platform);
  const { withOrg } = platform.services.db;
  const [account] = await withOrg(org.orgId, (tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, org.orgId)),
  );
  return {
    ...org,
    async sync(...images: (string | undefined)[]) {
      await control(simulator, "catalogues", {
        ...{ wabaId: org.wabaId, name: "Duka" },
        items: images.map((image_url, at) => ({
          ...{ id: String(7000 + at), retailer_id: `P${at}`, name: `Bidhaa ${at}`, priceCents: 10_000 },
          ...{ currency: "KES", ...(image_url === undefined ? {} : { image_url }) },
        })),
      });
      await platform.call("POST /catalogues", { whatsappAccountId: account!.id }, org);
      await platform.runJobs();
      return (await platform.call("GET /products", {}, org)).products;
    },
    rows: () =>
      withOrg(org.orgId, (tx) =>
        tx.select().from(products).where(eq(products.orgId, org.orgId)).orderBy(asc(products.name)),
      ),
    files: () => withOrg(org.orgId, (tx) => tx.select().from(media).where(eq(media.orgId, org.orgId))),
  };
}

it("are kept as our own files, and shown where a product has no picture of its own", async () => {
  const shop = await newShop();
  const [with_, without] = await shop.sync(`${seller.url}/unga.png`, undefined);
  expect(with_).toMatchObject({ pictureId: null, shownPictureId: expect.stringMatching(/^med_/) });
  expect(without).toMatchObject({ shownPictureId: null });
  expect(await shop.files()).toMatchObject([
    { id: with_!.shownPictureId, kind: "image", ownerId: `${with_!.id}.catalogue` },
  ]);
  const fetched = seller.fetched.length;
  await shop.sync(`${seller.url}/unga.png`, undefined);
  expect(seller.fetched).toHaveLength(fetched);
});

it("follow the catalogue when their address changes or goes", async () => {
  const shop = await newShop();
  const [first] = await shop.sync(`${seller.url}/unga.png`);
  const [second] = await shop.sync(`${seller.url}/unga2.png`);
  expect(second!.shownPictureId).not.toBe(first!.shownPictureId);
  const released = (await shop.files()).filter(({ ownerId }) => ownerId === null);
  expect(released.map(({ id }) => id)).toEqual([first!.shownPictureId]);
  const [none] = await shop.sync(undefined);
  expect(none!.shownPictureId).toBeNull();
});

it("are not kept when they are no pictures, or not there; these are tried again a day later", async () => {
  const shop = await newShop();
  const shown = await shop.sync(`${seller.url}/list.jpg`, `${seller.url}/gone.png`, "ftp://127.0.0.1/x.png");
  expect(shown.map(({ shownPictureId }) => shownPictureId)).toEqual([null, null, null]);
  expect(await shop.files()).toEqual([]);
  const [pdfItem, gone, strange] = await shop.rows();
  const later = platform.clock.now().getTime() + 20 * 3_600_000;
  for (const row of [pdfItem, gone]) expect(row!.pictureDueAt!.getTime()).toBeGreaterThan(later);
  expect(strange).toMatchObject({ catalogueImageUrl: null, pictureDueAt: null });
});

it("stay with the products when the catalogue is disconnected", async () => {
  const shop = await newShop();
  const [product] = await shop.sync(`${seller.url}/unga.png`);
  const { accounts } = await platform.call("GET /catalogues", {}, shop);
  const { id } = accounts[0]!.catalogue!;
  await platform.call("POST /catalogues/:catalogueId/disconnect", { catalogueId: id }, shop);
  const { products: after } = await platform.call("GET /products", {}, shop);
  expect(after).toMatchObject([{ shownPictureId: product!.shownPictureId, isOfCatalogue: false }]);
  const owned = await platform.services.db.withOrg(shop.orgId, (tx) =>
    tx
      .select({ ownerId: media.ownerId })
      .from(media)
      .where(and(eq(media.orgId, shop.orgId), eq(media.id, product!.shownPictureId!))),
  );
  expect(owned).toEqual([{ ownerId: `${product!.id}.catalogue` }]);
});
