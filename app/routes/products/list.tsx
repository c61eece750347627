import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { productFilters, productId } from "#app/domain/sales/products/schemas.ts";
import { vatWords } from "#app/domain/sales/products/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { ProductPicture } from "./productPicture.tsx";

const schema = z.object({ productId, intent: z.enum(["archive", "restore"]) });

export const meta: Route.MetaFunction = () => [{ title: m.orders_products() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = productFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await pageApi(context)("GET /products", filters);
  return { filters, mayEdit: may(context.get(userContext), "products.edit"), ...found };
}

export const action = formAction(schema, async ({ value, api }) => {
  const archived = value.intent === "archive";
  await api("POST /products/:productId/archive", { productId: value.productId, archived });
  return done(
    href("/products"),
    archived ? m.orders_product_archived_done() : m.orders_product_restored_done(),
  );
});

export default function Products({ loaderData }: Route.ComponentProps) {
  const { filters, mayEdit, products, next } = loaderData;
  const { q, archived, cursor } = filters;
  const isLite = useRoot()?.lite ?? false;
  return (
    <>
      <PageHeader
        title={m.orders_products()}
        description={m.orders_products_lead()}
        actions={
          mayEdit && (
            <>
              <ButtonLink to={href("/products/catalogue")} variant="secondary">
                {m.catalogues_title()}
              </ButtonLink>
              <ButtonLink to={href("/products/import")} variant="secondary">
                {m.orders_import_link()}
              </ButtonLink>
              <ButtonLink to={href("/products/new")}>
                <Icon name="plus" size={18} /> {m.orders_product_new()}
              </ButtonLink>
            </>
          )
        }
      />
      <FilterBar
        search={{ name: "q", value: q, placeholder: m.orders_edit_search() }}
        choices={[
          {
            name: "archived",
            label: m.orders_products(),
            value: archived,
            options: [
              { value: "", label: m.orders_products_for_sale() },
              { value: "yes", label: m.orders_products_archived() },
            ],
          },
        ]}
        clear={(q !== "" || archived !== "") && href("/products")}
      />
      <DataTable
        caption={m.orders_products()}
        paged
        rows={products}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => (mayEdit ? href("/products/:productId", { productId: id }) : undefined)}
        empty={<EmptyState title={m.orders_products_empty_title()}>{m.orders_products_empty()}</EmptyState>}
        columns={columns({ mayEdit, isLite })}
      />
      <Pagination cursor={cursor || undefined} nextCursor={next} />
    </>
  );
}

type Row = CallOutput<"GET /products">["products"][number];

const columns = ({ mayEdit, isLite }: { mayEdit: boolean; isLite: boolean }): Column<Row>[] => [
  { header: m.orders_product(), cell: ({ name }) => name, below: (row) => <Below {...row} /> },
  {
    header: m.orders_product_picture(),
    plain: "hidden",
    cell: ({ shownPictureId }) => <ProductPicture pictureId={shownPictureId} isLite={isLite} />,
  },
  { header: m.orders_price(), number: true, cell: ({ priceCents }) => <Money cents={priceCents} /> },
  { header: m.common_vat(), cell: ({ vatClass }) => vatWords[vatClass] },
  { header: m.orders_product_stock(), number: true, cell: (row) => <Stock {...row} /> },
  ...(mayEdit
    ? [{ header: m.common_action(), plain: "hidden" as const, cell: (row: Row) => <Archive product={row} /> }]
    : []),
];

function Below({ retailerId, isOfCatalogue, isGone }: Row) {
  if (!isOfCatalogue) return retailerId;
  return (
    <>
      {retailerId} · {isGone ? m.catalogues_product_gone() : m.catalogues_title()}
    </>
  );
}

function Stock({ stock, isAvailable }: Row) {
  if (!isAvailable) return <Badge tone="warn">{m.orders_sold_out()}</Badge>;
  if (stock === null) return <span className="text-muted">{m.orders_uncounted()}</span>;
  return stock === 0 ? <Badge tone="warn">{m.orders_sold_out()}</Badge> : stock;
}

function Archive({ product: { id, name, isArchived } }: { product: Row }) {
  const label = isArchived ? m.orders_product_restore() : m.orders_product_archive();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="productId" value={id} />
      <Button
        name="intent"
        value={isArchived ? "restore" : "archive"}
        variant="quiet"
        aria-label={m.common_labelled({ label, value: name })}
      >
        {label}
      </Button>
    </Form>
  );
}
