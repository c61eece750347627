import { href } from "react-router";
import { productEdit } from "#app/domain/sales/products/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { ProductForm } from "./productForm.tsx";
import { ProductPicture } from "./productPicture.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData.product.name }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pageApi(context)("GET /products/:productId", params);

export const action = formAction(productEdit, async ({ typed, api }, { params }: Route.ActionArgs) => {
  await api("PUT /products/:productId", { ...typed, ...params });
  return done(href("/products"), m.orders_product_saved());
});

export default function EditProduct({ loaderData: { product }, actionData }: Route.ComponentProps) {
  const isLite = useRoot()?.lite ?? false;
  return (
    <>
      <PageHeader
        title={m.orders_product_edit_title({ product: product.name })}
        list={{ to: href("/products"), label: m.ui_all_products() }}
      />
      <Card>
        {product.pictureId === null && product.shownPictureId !== null && (
          <p className="mb-5 flex items-center gap-3">
            <ProductPicture pictureId={product.shownPictureId} isLite={isLite} />
            <span className="hint">{m.catalogues_picture_hint()}</span>
          </p>
        )}
        <ProductForm
          values={{
            name: product.name,
            price: String(product.priceCents / 100),
            vatClass: product.vatClass,
            stock: product.stock === null ? "" : String(product.stock),
            code: product.retailerId ?? "",
            pictureId: product.pictureId ?? "",
          }}
          result={useLastAnswer(actionData)?.result}
          isOfCatalogue={product.isOfCatalogue}
          submitLabel={m.common_save_changes()}
          back={href("/products")}
        />
      </Card>
    </>
  );
}
