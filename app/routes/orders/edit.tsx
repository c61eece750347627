import { href, redirect } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { maxLineName, maxNoteLength } from "#app/domain/sales/orders/fieldRules.ts";
import { draftForm, requireItem } from "#app/domain/sales/orders/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { lineName, Totals } from "./orderLines.tsx";

/** `save` leaves the page; all others save as well, and stay: `search`, `item`, and `product:` with its id. */
const schema = draftForm
  .safeExtend({ intent: z.string().max(80), q: z.string().max(100).default("") })
  .superRefine((fields, check) => {
    if (fields.intent === "item") requireItem(fields, check);
  });

const titleOf = (number: number) => m.orders_edit_title({ number: String(number) });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? titleOf(loaderData.draft.order.number) : m.orders_edit_link() },
];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);
  const draft = await orThrowPage(context.get(apiContext)("GET /orders/:orderId/draft", { ...params, q }));
  return { draft, q };
}

export const action = formAction(schema, async ({ typed, api }, { params }: Route.ActionArgs) => {
  const { intent, q, ...fields } = typed;
  const [act, productId = ""] = intent.split(":");
  await api("PUT /orders/:orderId", { ...fields, productId, ...params });
  if (act === "save") return done(href("/orders/:orderId", params), m.orders_edit_saved());
  const here = `${href("/orders/:orderId/edit", params)}${q ? `?${new URLSearchParams({ q })}` : ""}`;
  return act === "search" ? redirect(here) : done(here, m.orders_edit_added());
});

type Draft = CallOutput<"GET /orders/:orderId/draft">;

/** One form, so that adding an item and searching lose nothing that is typed, without script too. */
export default function EditOrder({ loaderData: { draft, q }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { order, lines } = draft;
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
      <Form
        method="post"
        noValidate
        preventScrollReset
        className="grid items-start gap-6 lg:grid-cols-2"
        key={`${lines.length} ${order.totalCents}`}
      >
        {/* What Enter presses in any field. */}
        <button
          type="submit"
          className="sr-only"
          name="intent"
          value="search"
          tabIndex={-1}
          aria-hidden="true"
        />
        <Lines draft={draft} result={result} />
        <div className="grid gap-6">
          <AddProduct products={draft.products} q={fieldValue(result, "q", q)} />
          <AddItem result={result} />
        </div>
      </Form>
    </>
  );
}

function Lines({ draft: { order, lines }, result }: { draft: Draft; result: FormResult }) {
  return (
    <Card title={m.orders_subtotal()}>
      <div className="grid gap-4">
        {lines.length === 0 && <p className="text-muted">{m.orders_items_empty()}</p>}
        {lines.map((line, index) => (
          <LineFields key={line.position} line={line} name={`lines[${index}]`} result={result} />
        ))}
        {lines.length > 0 && <p className="hint">{m.orders_edit_remove_hint()}</p>}
        <Extras order={order} result={result} />
      </div>
    </Card>
  );
}

const shillings = (cents: number | null) => (cents === null ? "" : String(cents / 100));

function Extras({ order, result }: { order: Draft["order"]; result: FormResult }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          {...fieldProps(result, "delivery", shillings(order.deliveryCents))}
          label={m.orders_delivery_in_kes()}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          {...fieldProps(result, "discount", shillings(order.discountCents))}
          label={m.orders_discount_in_kes()}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextareaField
        {...fieldProps(result, "note", order.note)}
        label={m.common_note()}
        rows={2}
        maxLength={maxNoteLength}
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

/** A price of Meta's catalogue may have cents, which can't be typed; an empty field leaves it as it is. */
const isWhole = (cents: number | null) => (cents ?? 0) % 100 === 0;

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
        {...fieldProps(result, `${name}.price`, isWhole(line.priceCents) ? shillings(line.priceCents) : "")}
        placeholder={shillings(line.priceCents)}
        label={m.orders_price_in_kes()}
        inputMode="numeric"
        autoComplete="off"
      />
    </fieldset>
  );
}

/** Found products, each with a button. */
function AddProduct({ products, q }: { products: Draft["products"]; q: string }) {
  return (
    <Card title={m.orders_edit_add_title()}>
      <div className="flex items-end gap-3">
        <Field
          className="grow"
          label={m.common_search()}
          type="search"
          name="q"
          defaultValue={q}
          placeholder={m.orders_edit_search()}
          maxLength={100}
        />
        <Button name="intent" value="search" variant="secondary">
          {m.common_search()}
        </Button>
      </div>
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
            <Button
              name="intent"
              value={`product:${id}`}
              variant="secondary"
              aria-label={m.orders_edit_add_label({ product: name })}
            >
              {m.orders_edit_add_button()}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AddItem({ result }: { result: FormResult }) {
  return (
    <Card title={m.orders_edit_other_title()}>
      <div className="grid gap-3">
        <Field
          {...fieldProps(result, "name")}
          label={m.common_name()}
          maxLength={maxLineName}
          autoComplete="off"
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            {...fieldProps(result, "price")}
            label={m.orders_price_in_kes()}
            inputMode="numeric"
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
      </div>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
