import { bookLimits } from "#app/domain/sales/books/fieldRules.ts";
import { bookKindWords, penaltyKindWords } from "#app/domain/sales/books/words.ts";
import { vatWords } from "#app/domain/sales/products/words.ts";
import { kindWords } from "#app/domain/sales/tills/words.ts";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

export interface BookValues {
  name: string;
  kind: string;
  vatClass: string;
  tillId: string;
  penaltyKind: string;
  penaltyValue: string;
  penaltyDays: string;
  penaltyRepeat: string;
  penaltyMax: string;
}

export const noValues: BookValues = {
  ...{ name: "", kind: "school", vatClass: "", tillId: "", penaltyKind: "none", penaltyValue: "" },
  ...{ penaltyDays: "7", penaltyRepeat: "once", penaltyMax: "" },
};

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The fields of a book; its till is chosen once. */
export function BookForm({
  values,
  tills,
  result,
  submitLabel,
  intent,
  back,
}: {
  values: BookValues;
  tills?: readonly { id: string; name: string; number: string; kind: keyof typeof kindWords }[];
  result: FormResult;
  submitLabel: string;
  /** Where its page has several forms. */
  intent?: string;
  back: string;
}) {
  const control = (name: keyof BookValues) => fieldProps(result, name, values[name]);
  return (
    <Form method="post" noValidate className="grid max-w-2xl gap-5">
      <ErrorSummary title={m.books_not_saved()} errors={problemsOf(result)} />
      <Field
        {...control("name")}
        label={m.common_name()}
        hint={m.books_name_hint()}
        required
        maxLength={bookLimits.name}
        autoComplete="off"
      />
      <SelectField {...control("kind")} label={m.books_kind()} options={optionsOf(bookKindWords)} />
      {tills && (
        <SelectField
          {...fieldProps(result, "tillId", tills[0]?.id ?? "")}
          label={m.requests_till()}
          hint={m.books_till_hint()}
          options={tills.map(({ id, name, number, kind }) => ({
            value: id,
            label: `${name} (${number}), ${kindWords[kind]}`,
          }))}
        />
      )}
      {tills?.some(({ kind }) => kind === "buy_goods") && (
        <Notice tone="warn">{m.books_till_no_accounts()}</Notice>
      )}
      <SelectField
        {...control("vatClass")}
        label={m.books_vat()}
        hint={m.books_vat_hint()}
        options={[{ value: "", label: m.books_vat_off() }, ...optionsOf(vatWords)]}
      />
      <Penalty control={control} />
      <FormActions submitLabel={submitLabel} cancelTo={back} {...(intent && { intent })} />
    </Form>
  );
}

function Penalty({ control }: { control: (name: keyof BookValues) => ReturnType<typeof fieldProps> }) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">{m.books_penalty()}</legend>
      <RadioGroupField
        {...control("penaltyKind")}
        label={m.books_penalty_kind()}
        options={optionsOf(penaltyKindWords)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...control("penaltyValue")}
          label={m.books_penalty_value()}
          hint={m.books_penalty_value_hint()}
          required={control("penaltyKind").defaultValue !== "none"}
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          {...control("penaltyDays")}
          label={m.books_penalty_days()}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          {...control("penaltyRepeat")}
          label={m.books_penalty_repeat()}
          options={[
            { value: "once", label: m.books_penalty_once() },
            { value: "monthly", label: m.books_penalty_monthly() },
          ]}
        />
        <Field
          {...control("penaltyMax")}
          label={m.books_penalty_max()}
          hint={m.books_penalty_max_hint()}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </fieldset>
  );
}
