import { clientOf, type Tx } from "#app/db/client.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { OrderLine } from "./write.server.ts";

/** Pieces by product. */
const piecesOf = (lines: readonly OrderLine[], pieces: (line: OrderLine) => number) => {
  const byProduct = new Map<string, number>();
  for (const line of lines)
    if (line.productId !== null && pieces(line) > 0)
      byProduct.set(line.productId, (byProduct.get(line.productId) ?? 0) + pieces(line));
  const ids = [...byProduct.keys()].sort();
  return { ids, counts: ids.map((id) => byProduct.get(id)!) };
};

/**
 * Takes the lines of an order from the stock of counted products, and notes on each line what was taken.
 * @throws DomainError `order.out_of_stock` where there are fewer; then nothing is taken
 */
export async function takeStock(tx: Tx, orgId: OrgId, orderId: string, lines: readonly OrderLine[]) {
  const { ids, counts } = piecesOf(lines, ({ quantity }) => quantity);
  if (ids.length === 0) return;
  const client = clientOf(tx);
  const { rows } = await client.query<{ id: string; name: string; stock: number }>({
    name: "lock-stock",
    text: `select id, name, stock from products where org_id = $1 and id = any($2::text[]) and stock is not null
      order by id for no key update`,
    values: [orgId, ids],
  });
  const short = rows.filter(({ id, stock }) => stock < counts[ids.indexOf(id)]!);
  if (short.length > 0)
    throw salesError("order.out_of_stock", {
      values: { items: short.map(({ name, stock }) => `${name} (${stock})`).join(", ") },
    });
  if (rows.length === 0) return;
  await changeStock(
    tx,
    orgId,
    ids,
    counts.map((count) => -count),
  );
  await client.query({
    name: "note-stock-taken",
    text: `update order_lines set stock_taken = quantity where org_id = $1 and order_id = $2 and product_id = any($3::text[])`,
    values: [orgId, orderId, rows.map(({ id }) => id)],
  });
}

/** Returns to the stock what an order took from it. */
export async function returnStock(tx: Tx, orgId: OrgId, orderId: string, lines: readonly OrderLine[]) {
  const { ids, counts } = piecesOf(lines, ({ stockTaken }) => stockTaken);
  if (ids.length === 0) return;
  await changeStock(tx, orgId, ids, counts);
  await clientOf(tx).query({
    name: "note-stock-returned",
    text: "update order_lines set stock_taken = 0 where org_id = $1 and order_id = $2",
    values: [orgId, orderId],
  });
}

/** Only where stock is counted. */
const changeStock = (tx: Tx, orgId: OrgId, ids: readonly string[], by: readonly number[]) =>
  clientOf(tx).query({
    name: "change-stock",
    text: `with locked as (
        select id from products where org_id = $1 and id = any($2::text[]) order by id for no key update)
      update products p set stock = p.stock + c.by from unnest($2::text[], $3::int[]) as c (id, by), locked
      where p.org_id = $1 and p.id = c.id and locked.id = c.id and p.stock is not null`,
    values: [orgId, ids, by],
  });
