import { expect, it } from "vitest";
import { editOrder } from "#app/domain/sales/orders/edit.server.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const { newShop } = createOrderShops(setUpPaymentPlatform());

it("a draft is the same when its form is sent twice, and the next form adds one more piece", async () => {
  const shop = await newShop();
  const [flour, salt] = [await shop.product(), await shop.product({ name: "Salt", priceCents: 3000 })];
  const { id } = await shop.create([{ productId: salt, quantity: 1 }]);
  const wrap = { name: "Gift wrap", priceCents: 5_000, quantity: 1 };
  const product = { productId: flour, quantity: 1 };
  const sendTwice = async (change: object) => {
    const edit = () => editOrder({ ctx: shop.org.ctx, input: { orderId: id, ...change } });
    await Promise.all([edit(), edit()]);
    return (await shop.lines(id)).map(({ position, quantity }) => [position, quantity]);
  };
  const first = { position: 1, quantity: 2 };
  expect(await sendTwice({ lines: [first], adds: [product] })).toEqual([
    [1, 2],
    [2, 1],
  ]);
  const shown = [first, { position: 2, quantity: 1 }];
  expect(await sendTwice({ lines: shown, adds: [product, wrap] })).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
  ]);
  const all = [
    { position: 1, quantity: 0 },
    { position: 2, quantity: 2 },
    { position: 3, quantity: 1 },
  ];
  expect(await sendTwice({ lines: all, adds: [wrap] })).toEqual([
    [2, 2],
    [3, 1],
    [4, 1],
  ]);
});
