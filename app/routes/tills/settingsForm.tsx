import type { CallOutput } from "#app/api/client.server.ts";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldProps, isTicked, resultOf } from "#app/web/fields.ts";
import { m } from "#messages";

type Shown = CallOutput<"GET /tills/:tillId">;

export function SettingsForm({
  shown: { till, templates },
  result: answered,
}: {
  shown: Shown;
  result: FormResult;
}) {
  const result = resultOf(answered, "settings");
  return (
    <Card title={m.common_settings()}>
      <Form method="post" noValidate className="grid gap-5">
        <Field {...fieldProps(result, "name", till.name)} label={m.common_name()} maxLength={60} required />
        <Field
          {...fieldProps(result, "nominatedPhone", till.nominatedPhone ?? "")}
          label={m.tills_nominated_phone()}
          hint={m.tills_nominated_phone_hint()}
          type="tel"
          maxLength={40}
        />
        <CheckboxField
          name="sendsReceipts"
          label={m.tills_sends_receipts()}
          defaultChecked={isTicked(result, "sendsReceipts", till.sendsReceipts)}
        />
        {till.kind === "paybill" && (
          <CheckboxField
            name="asksCustomers"
            label={m.tills_asks_customers()}
            hint={m.tills_asks_customers_hint()}
            defaultChecked={isTicked(result, "asksCustomers", till.asksCustomers)}
          />
        )}
        <SelectField
          {...fieldProps(result, "receiptTemplateId", till.receiptTemplateId ?? "")}
          label={m.tills_receipt_template()}
          hint={m.tills_receipt_template_hint()}
          options={[
            { value: "", label: m.tills_receipt_template_none() },
            ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
          ]}
        />
        <FormActions submitLabel={m.common_save_settings()} intent="settings" />
      </Form>
    </Card>
  );
}
