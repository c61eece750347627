import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import { type FormResult, fieldError, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

interface Values {
  firstName: string;
  lastName: string;
  businessName: string;
  email: string;
  phoneNumber: string;
}

/**
 * The fields that users edit of themselves. `business` says who may rename the organisation: owners do,
 * agents see the name, and staff have none.
 */
export function ProfileForm({
  user,
  business,
  lastResult,
  back,
}: {
  user: Values;
  business: "edited" | "read" | "none";
  lastResult: FormResult;
  back: string;
}) {
  const field = (name: keyof Values) => fieldProps(lastResult, name, user[name]);
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary errors={problemsOf(lastResult)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...field("firstName")}
          maxLength={80}
          label={m.common_first_name()}
          autoComplete="given-name"
          required
        />
        <Field
          {...field("lastName")}
          maxLength={80}
          label={m.common_last_name()}
          autoComplete="family-name"
          required
        />
      </div>
      {business === "edited" && (
        <Field
          {...field("businessName")}
          maxLength={120}
          label={m.common_business_name()}
          autoComplete="organization"
          required
        />
      )}
      {business === "read" && (
        <Field
          label={m.common_business_name()}
          name="businessName"
          value={user.businessName}
          readOnly
          hint={m.account_profile_business_name_hint()}
        />
      )}
      <Field
        {...field("email")}
        type="email"
        label={m.common_email()}
        autoComplete="email"
        required
        hint={m.account_profile_email_hint()}
      />
      <PasswordField
        id="currentPassword"
        name="currentPassword"
        label={m.account_current_password()}
        autoComplete="current-password"
        hint={m.account_profile_password_hint()}
        error={fieldError(lastResult, "currentPassword")}
      />
      <Field
        {...field("phoneNumber")}
        type="tel"
        label={m.common_phone()}
        autoComplete="tel"
        hint={m.account_profile_phone_hint()}
      />
      <FormActions submitLabel={m.account_profile_save_changes_button()} cancelTo={back} />
    </Form>
  );
}
