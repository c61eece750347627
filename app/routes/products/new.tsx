import { href } from "react-router";
import { productFields } from "#app/domain/sales/products/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { noValues, ProductForm } from "./productForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.orders_product_new() }];

export const action = formAction(productFields, async ({ typed, api }) => {
  await api("POST /products", typed);
  return done(href("/products"), m.orders_product_added());
});

export default function NewProduct({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.orders_product_new()} />
      <Card>
        <ProductForm
          values={noValues}
          result={useLastAnswer(actionData)?.result}
          submitLabel={m.orders_product_create()}
          back={href("/products")}
        />
      </Card>
    </>
  );
}
