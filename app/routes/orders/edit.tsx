import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { addedItem, addedProduct, draftFields } from "#app/domain/sales/orders/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf, resultOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { lineName, Totals } from "./orderLines.tsx";

const schema = z.discriminatedUnion("intent", [
  draftFields.extend({ intent: z.literal("save") }),
  addedProduct.extend({ intent: z.literal("product") }),
  addedItem.extend({ intent: z.literal("item") }),
]);

const titleOf = (number: number) => m.orders_edit_title({ number: String(number) });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? titleOf(loaderData.draft.order.number) : m.orders_edit_link() },
];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);
  const draft = await orThrowPage(context.get(apiContext)("GET /orders/:orderId/draft", { ...params, q }));
  return { draft, q };
}

export const action = formAction(schema, async ({ typed, api, request }, { params }: Route.ActionArgs) => {
  const here = `${href("/orders/:orderId/edit", params)}${new URL(request.url).search}`;
  switch (typed.intent) {
    case "save":
      await api("PUT /orders/:orderId", { ...typed, ...params });
      return done(href("/orders/:orderId", params), m.orders_edit_saved());
    case "product":
      await api("POST /orders/:orderId/products", { ...typed, ...params });
      return done(here, m.orders_edit_added());
    case "item":
      await api("POST /orders/:orderId/items", { ...typed, ...params });
      return done(here, m.orders_edit_added());
  }
});

type Draft = CallOutput<"GET /orders/:orderId/draft">;

export default function EditOrder({ loaderData: { draft, q }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { order } = draft;
  return (
    <>
      <PageHeader
        title={titleOf(order.number)}
        description={order.contact}
        actions={
          <ButtonLink variant="secondary" to={href("/orders/:orderId", { orderId: order.id })}>
            {m.orders_back_to_order()}
          </ButtonLink>
        }
      />
      <ErrorSummary title={m.orders_refused_title()} errors={problemsOf(result)} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Lines draft={draft} result={resultOf(result, "save")} />
        <div className="grid gap-6">
          <AddProduct draft={draft} q={q} />
          <AddItem result={resultOf(result, "item")} count={draft.lines.length} />
        </div>
      </div>
    </>
  );
}

function Lines({ draft: { order, lines }, result }: { draft: Draft; result: FormResult }) {
  return (
    <Card title={m.orders_subtotal()}>
      <Form method="post" noValidate className="grid gap-4" key={order.totalCents}>
        {lines.length === 0 && <p className="text-muted">{m.orders_items_empty()}</p>}
        {lines.map((line, index) => (
          <LineFields key={line.position} line={line} name={`lines[${index}]`} result={result} />
        ))}
        {lines.length > 0 && <p className="hint">{m.orders_edit_remove_hint()}</p>}
        {lines.length > 0 && <Extras order={order} result={result} />}
      </Form>
    </Card>
  );
}

const shillings = (cents: number | null) => (cents === null ? "" : String(cents / 100));

/** What is typed once the items stand, so that adding one loses nothing. */
function Extras({ order, result }: { order: Draft["order"]; result: FormResult }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          {...fieldProps(result, "delivery", shillings(order.deliveryCents))}
          label={m.orders_delivery_in_kes()}
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          {...fieldProps(result, "discount", shillings(order.discountCents))}
          label={m.orders_discount_in_kes()}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <TextareaField
        {...fieldProps(result, "note", order.note)}
        label={m.common_note()}
        rows={2}
        maxLength={1000}
      />
      <Field
        {...fieldProps(result, "buyerPin", order.buyerPin ?? "")}
        label={m.common_kra_pin()}
        hint={m.orders_buyer_pin_hint()}
        autoComplete="off"
      />
      <Totals order={order} />
      <FormActions submitLabel={m.orders_edit_save()} intent="save" />
    </>
  );
}

function LineFields({
  line,
  name,
  result,
}: {
  line: Draft["lines"][number];
  name: string;
  result: FormResult;
}) {
  const title = lineName(line);
  return (
    <fieldset className="grid grid-cols-2 gap-3 border-line border-b pb-3">
      <legend className="col-span-2 wrap-anywhere font-semibold">{title}</legend>
      <input type="hidden" name={`${name}.position`} value={line.position} />
      <Field
        {...fieldProps(result, `${name}.quantity`, String(line.quantity))}
        label={m.common_quantity()}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <Field
        {...fieldProps(result, `${name}.price`, shillings(line.priceCents))}
        label={m.orders_price_in_kes()}
        inputMode="decimal"
        autoComplete="off"
      />
    </fieldset>
  );
}

/** Found products, each with a button: it works without script. */
function AddProduct({ draft: { products, order }, q }: { draft: Draft; q: string }) {
  return (
    <Card title={m.orders_edit_add_title()}>
      <FilterBar
        search={{ name: "q", value: q, placeholder: m.orders_edit_search() }}
        clear={q !== "" && href("/orders/:orderId/edit", { orderId: order.id })}
      />
      {products.length === 0 && <p className="text-muted">{m.orders_edit_no_products()}</p>}
      <ul className="divide-y divide-line">
        {products.map(({ id, name, priceCents, stock }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="hint block">
                {formatKes(priceCents)}
                {stock !== null && `, ${m.orders_in_stock({ count: String(stock) })}`}
              </span>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="productId" value={id} />
              <Button
                name="intent"
                value="product"
                variant="secondary"
                aria-label={m.orders_edit_add_label({ product: name })}
              >
                {m.orders_edit_add_button()}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AddItem({ result, count }: { result: FormResult; count: number }) {
  return (
    <Card title={m.orders_edit_other_title()}>
      <Form method="post" noValidate className="grid gap-3" key={count}>
        <Field
          {...fieldProps(result, "name")}
          label={m.common_name()}
          required
          maxLength={150}
          autoComplete="off"
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            {...fieldProps(result, "price")}
            label={m.orders_price_in_kes()}
            inputMode="decimal"
            required
            autoComplete="off"
          />
          <Field
            {...fieldProps(result, "quantity", "1")}
            label={m.common_quantity()}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <FormActions submitLabel={m.orders_edit_add_button()} intent="item" variant="secondary" />
      </Form>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
