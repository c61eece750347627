import { href } from "react-router";
import { vatRate } from "#app/domain/sales/products/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { TaxSlip } from "../etims/taxState.tsx";
import { withCodes } from "../etims/withCodes.server.ts";
import type { Route } from "./+types/slip";
import { OrderLines } from "./orderLines.tsx";
import { OrderStateBadge } from "./orderState.tsx";

const titleOf = (number: number) => m.orders_slip_title({ number: String(number) });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? titleOf(loaderData.found.order.number) : m.orders_slip_link() },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /orders/:orderId", params));
  const accepted = found.invoices.filter(({ kind, state }) => kind === "sale" && state === "accepted");
  return {
    ...{ found, invoices: withCodes(accepted) },
    seller: context.get(userContext)?.businessName ?? "",
  };
}

/** For the parcel: the print stylesheet leaves the frame and the buttons out. */
export default function Slip({ loaderData: { found, invoices, seller } }: Route.ComponentProps) {
  const { order, lines, payments, phone } = found;
  const vatCents = vatIn(lines);
  const pin = invoices[0] ? invoices[0].customerPin : order.customerPin;
  return (
    <>
      <PageHeader
        title={m.orders_order_title({ number: String(order.number) })}
        description={<OrderStateBadge state={order.state} />}
        actions={
          <ButtonLink variant="secondary" to={href("/orders/:orderId", { orderId: order.id })}>
            {m.orders_back_to_order()}
          </ButtonLink>
        }
      />
      <Card>
        {seller && <p className="mb-4 wrap-anywhere font-semibold text-lg">{seller}</p>}
        <p className="mb-4 wrap-anywhere">
          <strong className="block">{order.contact || m.orders_deleted_customer()}</strong>
          {phone && phone !== order.contact && <Phone value={phone} />}
          {pin && <span className="block">{m.etims_buyer_pin_line({ pin })}</span>}
          <span className="hint block">
            <Time value={order.createdAt} />
          </span>
        </p>
        <OrderLines lines={lines} order={order} />
        {vatCents > 0 && (
          <p className="hint mt-2 text-right">
            {m.orders_slip_vat({ rate: String(vatRate) })} {formatKes(vatCents)}
          </p>
        )}
        <ul className="mt-4 grid gap-1">
          {payments.map(({ id, receipt, allocatedCents }) => (
            <li key={id}>{m.orders_slip_receipt({ receipt, amount: formatKes(allocatedCents) })}</li>
          ))}
        </ul>
        {invoices.map((invoice) => (
          <TaxSlip key={invoice.id} invoice={invoice} />
        ))}
        {order.note && <p className="mt-4 whitespace-pre-wrap wrap-anywhere">{order.note}</p>}
        <p className="mt-6">{m.orders_slip_thanks()}</p>
      </Card>
      <p className="hint row-actions mt-3">{m.orders_slip_print()}</p>
    </>
  );
}

/** The VAT that is in the prices. */
const vatIn = (lines: Route.ComponentProps["loaderData"]["found"]["lines"]) =>
  lines
    .filter(({ vatClass }) => vatClass === "standard")
    .reduce((sum, { amountCents }) => sum + Math.round(((amountCents ?? 0) * vatRate) / (100 + vatRate)), 0);

export { ScreenError as ErrorBoundary };
