import { requestLimits } from "#app/domain/sales/requests/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

/** Asks a customer for money; with one till there is no choice of tills. */
export function RequestForm({
  tills,
  result,
  back,
}: {
  tills: readonly { id: string; name: string; number: string }[];
  result: FormResult;
  back: string;
}) {
  return (
    <Form method="post" noValidate className="grid max-w-2xl gap-5">
      <ErrorSummary title={m.requests_form_errors_title()} errors={problemsOf(result)} />
      <Field
        {...fieldProps(result, "amount")}
        label={m.common_amount_in_kes()}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <Field
        {...fieldProps(result, "reason")}
        label={m.requests_form_reason_label()}
        required
        autoComplete="off"
        maxLength={requestLimits.reason}
        hint={m.requests_form_reason_hint()}
      />
      <RadioGroupField
        {...fieldProps(result, "way", "prompt")}
        label={m.requests_form_way_label()}
        look="cards"
        options={[
          {
            value: "prompt",
            label: m.requests_way_prompt(),
            hint: m.requests_way_prompt_hint({ most: formatKes(requestLimits.promptKes * 100) }),
          },
          { value: "account", label: m.requests_way_account(), hint: m.requests_way_account_hint() },
        ]}
      />
      {tills.length > 1 ? (
        <SelectField
          {...fieldProps(result, "tillId", tills[0]!.id)}
          label={m.requests_till()}
          options={tills.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
        />
      ) : (
        <input type="hidden" name="tillId" value={tills[0]?.id ?? ""} />
      )}
      <FormActions submitLabel={m.requests_request_payment()} cancelTo={back} />
    </Form>
  );
}
