import { Field } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

/** The keys of a till, from the Daraja portal. Secrets are typed again after a refusal. */
export function KeyFields({ result }: { result: FormResult }) {
  const control = (name: string) => fieldProps(result, name);
  const secret = { type: "password", autoComplete: "off", defaultValue: "", maxLength: 200 } as const;
  return (
    <>
      <Field
        {...control("consumerKey")}
        label={m.tills_consumer_key()}
        hint={m.tills_consumer_key_hint()}
        autoComplete="off"
        maxLength={200}
        required
      />
      <Field {...control("consumerSecret")} {...secret} label={m.tills_consumer_secret()} required />
      <Field
        {...control("passkey")}
        {...secret}
        label={m.tills_passkey()}
        hint={m.tills_passkey_hint()}
        required
      />
      <Field
        {...control("operator")}
        label={m.tills_operator()}
        hint={m.tills_operator_hint()}
        autoComplete="off"
        maxLength={200}
      />
      <Field {...control("operatorPassword")} {...secret} label={m.tills_operator_password()} />
    </>
  );
}
