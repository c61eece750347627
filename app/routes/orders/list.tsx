import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { orderFilters } from "#app/domain/sales/orders/schemas.ts";
import { orderStateWords } from "#app/domain/sales/orders/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { OrderStateBadge } from "./orderState.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.integrations_feature_orders() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = orderFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filters, ...(await orThrowPage(context.get(apiContext)("GET /orders", filters))) };
}

export default function Orders({ loaderData: { filters, orders, next } }: Route.ComponentProps) {
  const { q, state, cursor } = filters;
  return (
    <>
      <PageHeader
        title={m.integrations_feature_orders()}
        description={m.orders_list_lead()}
        actions={
          <ButtonLink to={href("/orders/new")}>
            <Icon name="plus" size={18} /> {m.orders_new_order()}
          </ButtonLink>
        }
      />
      <FilterBar
        search={{ name: "q", value: q, placeholder: m.orders_list_search() }}
        choices={[
          {
            name: "state",
            label: m.orders_state(),
            value: state,
            options: [
              { value: "", label: m.orders_list_all_states() },
              ...Object.entries(orderStateWords).map(([value, label]) => ({ value, label })),
              { value: "refund", label: m.orders_state_refund() },
            ],
          },
        ]}
        clear={(q !== "" || state !== "") && href("/orders")}
      />
      <DataTable
        caption={m.integrations_feature_orders()}
        paged
        rows={orders}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/orders/:orderId", { orderId: id })}
        empty={<EmptyState title={m.orders_list_empty_title()}>{m.orders_list_empty()}</EmptyState>}
        columns={columns()}
      />
      <Pagination cursor={cursor || undefined} nextCursor={next} />
    </>
  );
}

type Row = CallOutput<"GET /orders">["orders"][number];

const columns = (): Column<Row>[] => [
  {
    header: m.chat_message_type_order(),
    cell: ({ number }) => m.orders_order_title({ number: String(number) }),
  },
  {
    header: m.common_customer(),
    cell: ({ contactId, contact }) =>
      contactId ? (
        <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
          {contact}
        </Link>
      ) : (
        m.orders_deleted_customer()
      ),
  },
  { header: m.common_total(), number: true, cell: ({ totalCents }) => <Money cents={totalCents} /> },
  {
    header: m.orders_state(),
    cell: ({ state, refundCents, isRepeated }) => (
      <span className="flex flex-wrap gap-1">
        <OrderStateBadge state={state} />
        {isRepeated && <Badge tone="warn">{m.orders_repeated_badge()}</Badge>}
        {refundCents > 0 && (
          <Badge tone="bad">{m.orders_refund_badge({ amount: formatKes(refundCents) })}</Badge>
        )}
      </span>
    ),
  },
  { header: m.orders_created(), cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export { ScreenError as ErrorBoundary };
