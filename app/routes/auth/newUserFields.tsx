import { leastPassword } from "#app/domain/accounts/fieldRules.ts";
import { Field } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import { type FormResult, fieldError, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import { checks } from "./checks.ts";

export function NameFields({ result }: { result: FormResult }) {
  return (
    <>
      <Field
        {...fieldProps(result, "firstName")}
        label={m.common_first_name()}
        autoComplete="given-name"
        maxLength={80}
        required
        {...checks("firstName")}
      />
      <Field
        {...fieldProps(result, "lastName")}
        label={m.common_last_name()}
        autoComplete="family-name"
        maxLength={80}
        required
        {...checks("lastName")}
      />
    </>
  );
}

/** A password to choose, with its strength; `isReset` when it replaces another. */
export function NewPasswordField({ result, isReset }: { result: FormResult; isReset?: boolean }) {
  return (
    <PasswordField
      label={isReset ? m.common_new_password() : m.common_password()}
      name="password"
      id="password"
      autoComplete="new-password"
      required
      meter
      hint={m.common_password_length_hint({ least: leastPassword })}
      error={fieldError(result, "password")}
      {...checks(isReset ? "newPassword" : "password")}
    />
  );
}
