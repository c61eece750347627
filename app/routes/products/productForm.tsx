import { vatWords } from "#app/domain/sales/products/words.ts";
import { MediaField } from "#app/routes/templates/mediaField.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormResult, fieldError, fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

export interface ProductValues {
  name: string;
  /** Shillings. */
  price: string;
  vatClass: string;
  stock: string;
  code: string;
  pictureId: string;
}

export const noValues: ProductValues = {
  ...{ name: "", price: "", vatClass: "none", stock: "", code: "", pictureId: "" },
};

/** The fields of a product, for the screens that create and edit one. */
export function ProductForm({
  values,
  result,
  isOfCatalogue = false,
  submitLabel,
  back,
}: {
  values: ProductValues;
  result: FormResult;
  /** Name, price and code are changed in Meta. */
  isOfCatalogue?: boolean;
  submitLabel: string;
  back: string;
}) {
  const control = (name: keyof ProductValues) => fieldProps(result, name, values[name]);
  return (
    <Form method="post" encType="multipart/form-data" noValidate className="grid max-w-2xl gap-5">
      <ErrorSummary title={m.orders_product_not_saved()} errors={problemsOf(result)} />
      {isOfCatalogue && <Notice tone="info" title={m.catalogues_product_of_text()} />}
      <Field
        {...control("name")}
        label={m.common_name()}
        required
        readOnly={isOfCatalogue}
        maxLength={150}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...control("price")}
          label={m.orders_price_in_kes()}
          required
          readOnly={isOfCatalogue}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
        />
        <SelectField
          {...control("vatClass")}
          label={m.common_vat()}
          options={Object.entries(vatWords).map(([value, label]) => ({ value, label }))}
        />
        <Field
          {...control("stock")}
          label={m.orders_product_stock()}
          hint={m.orders_product_stock_hint()}
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
        />
        <Field
          {...control("code")}
          label={m.orders_product_code()}
          hint={m.orders_product_code_hint()}
          readOnly={isOfCatalogue}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <MediaField
        name="pictureId"
        label={m.orders_product_picture()}
        kind="image"
        mediaId={fieldValue(result, "pictureId", values.pictureId)}
        error={fieldError(result, "pictureId")}
      />
      <FormActions submitLabel={submitLabel} cancelTo={back} />
    </Form>
  );
}
