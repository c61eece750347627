import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { m } from "#messages";

export type Found = CallOutput<"GET /orders/:orderId">;
type Line = Found["lines"][number];

/** A line in words: its name, or that the catalogue no longer has it. */
export function lineName({ name, retailerId }: Pick<Line, "name" | "retailerId">): string {
  if (name) return name;
  return retailerId ? m.orders_unknown_item_code({ code: retailerId }) : m.orders_unknown_item();
}

const priceChange = ({ priceCents, changedFromCents }: Line): string | null =>
  changedFromCents === null || priceCents === null
    ? null
    : m.orders_price_changed({ seen: formatKes(priceCents), today: formatKes(changedFromCents) });

/** The lines of an order with its totals. */
export function OrderLines({ lines, order }: Pick<Found, "lines" | "order">) {
  return (
    <>
      <DataTable
        caption={m.chat_message_type_order()}
        rows={lines}
        keyOf={({ position }) => String(position)}
        empty={m.orders_items_empty()}
        columns={columns()}
      />
      <Totals order={order} />
    </>
  );
}

const columns = (): Column<Line>[] => [
  {
    header: m.orders_item(),
    cell: (line) => <span className="wrap-anywhere">{lineName(line)}</span>,
    below: (line) => priceChange(line),
  },
  { header: m.common_quantity(), number: true, cell: ({ quantity }) => quantity },
  {
    header: m.orders_price(),
    number: true,
    cell: ({ priceCents }) => (priceCents === null ? m.orders_no_price() : <Money cents={priceCents} />),
  },
  {
    header: m.common_amount(),
    number: true,
    cell: ({ amountCents }) => (amountCents === null ? "–" : <Money cents={amountCents} />),
  },
];

export function Totals({ order }: Pick<Found, "order">) {
  const rows = [
    { term: m.orders_subtotal(), cents: order.subtotalCents },
    { term: m.orders_delivery(), cents: order.deliveryCents },
    { term: m.orders_discount(), cents: -order.discountCents },
  ].filter(({ cents }, index) => index === 0 || cents !== 0);
  return (
    <dl className="mt-4 ml-auto grid max-w-xs gap-1">
      {rows.map(({ term, cents }) => (
        <div key={term} className="flex justify-between gap-4">
          <dt className="text-muted">{term}</dt>
          <dd className="tabular-nums">
            <Money cents={cents} />
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
        <dt>{m.common_total()}</dt>
        <dd className="tabular-nums">
          <Money cents={order.totalCents} />
        </dd>
      </div>
    </dl>
  );
}
