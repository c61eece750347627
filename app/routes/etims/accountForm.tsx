import type { CallOutput } from "#app/api/client.server.ts";
import { vatWords } from "#app/domain/sales/products/words.ts";
import { classDigits, headOffice } from "#app/domain/sales/tax/fieldRules.ts";
import { kraPinExample } from "#app/platform/forms/kraPinExample.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldProps, resultOf } from "#app/web/fields.ts";
import { m } from "#messages";

type Shown = CallOutput<"GET /etims">;

/** The numbers in KRA's papers of the device. */
export function AccountForm({ shown, result: answered }: { shown: Shown; result: FormResult }) {
  const { account, sandboxSerial, itemClass } = shown;
  const result = resultOf(answered, "save");
  return (
    <Card title={account ? m.common_settings() : m.etims_set_up()}>
      <Form method="post" noValidate className="grid gap-5">
        <Field
          {...fieldProps(result, "pin", account?.pin ?? "")}
          label={m.common_kra_pin()}
          hint={m.etims_pin_hint({ example: kraPinExample })}
          autoComplete="off"
          required
        />
        <Field
          {...fieldProps(result, "branch", account?.branch ?? headOffice)}
          label={m.etims_branch()}
          hint={m.etims_branch_hint({ head: headOffice })}
          inputMode="numeric"
        />
        <Field
          {...fieldProps(result, "deviceSerial", account?.deviceSerial ?? "")}
          label={m.etims_serial()}
          hint={
            sandboxSerial ? m.etims_serial_sandbox_hint({ serial: sandboxSerial }) : m.etims_serial_hint()
          }
          autoComplete="off"
          maxLength={100}
          required
        />
        <Field
          {...fieldProps(result, "deviceKey", "")}
          label={m.etims_key()}
          hint={account?.hasTypedKey ? m.sms_api_key_stored_hint() : m.etims_key_hint()}
          autoComplete="off"
          maxLength={200}
        />
        <Field
          {...fieldProps(result, "itemClass", account?.itemClass ?? itemClass)}
          label={m.etims_class()}
          hint={m.etims_class_hint(classDigits)}
          inputMode="numeric"
          required
        />
        <SelectField
          {...fieldProps(result, "requestVatClass", account?.requestVatClass ?? "none")}
          label={m.etims_request_vat()}
          hint={m.etims_request_vat_hint()}
          options={Object.entries(vatWords).map(([value, label]) => ({ value, label }))}
        />
        <Field
          {...fieldProps(result, "lastNumber", String(account?.lastNumber ?? 0))}
          label={m.etims_last_number()}
          hint={m.etims_last_number_hint()}
          inputMode="numeric"
        />
        <FormActions submitLabel={m.tills_keys_save_button()} intent="save" />
      </Form>
    </Card>
  );
}
