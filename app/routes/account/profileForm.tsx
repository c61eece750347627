import { getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
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
  lastResult: SubmissionResult<string[]> | undefined;
  back: string;
}) {
  const { firstName, lastName, businessName, email, phoneNumber } = user;
  const [form, fields] = useForm<Values & { currentPassword: string }>({
    lastResult,
    defaultValue: { firstName, lastName, businessName, email, phoneNumber },
  });
  const props = (name: keyof Values) => {
    const { key: _, ...input } = getInputProps(fields[name], { type: "text", ariaAttributes: false });
    return { ...input, error: fields[name].errors?.[0], required: false };
  };
  const password = fields.currentPassword;
  const listed = [
    fields.firstName,
    fields.lastName,
    fields.businessName,
    fields.email,
    password,
    fields.phoneNumber,
  ];
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <ErrorSummary
        errors={[
          ...(form.errors ?? []).map((text) => ({ text })),
          ...listed.flatMap(({ id, errors = [] }) => errors.map((text) => ({ id, text }))),
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...props("firstName")} label={m.common_first_name()} autoComplete="given-name" required />
        <Field {...props("lastName")} label={m.common_last_name()} autoComplete="family-name" required />
      </div>
      {business === "edited" && (
        <Field
          {...props("businessName")}
          label={m.common_business_name()}
          autoComplete="organization"
          required
        />
      )}
      {business === "read" && (
        <Field
          label={m.common_business_name()}
          name="businessName"
          value={businessName}
          readOnly
          hint={m.account_owners_and_admins_of_your_organisation()}
        />
      )}
      <Field
        {...props("email")}
        type="email"
        label={m.common_email()}
        autoComplete="email"
        required
        hint={m.account_you_sign_in_with_it_another()}
      />
      <PasswordField
        id={password.id}
        name={password.name}
        label={m.account_current_password()}
        autoComplete="current-password"
        hint={m.account_only_needed_to_change_the_email()}
        error={password.errors?.[0]}
      />
      <Field
        {...props("phoneNumber")}
        type="tel"
        label={m.common_phone()}
        autoComplete="tel"
        hint={m.account_for_example_0712_345_678_or()}
      />
      <div className="row-actions">
        <Button>{m.account_save_changes()}</Button>
        <ButtonLink to={back} variant="secondary">
          {m.common_cancel()}
        </ButtonLink>
      </div>
    </Form>
  );
}
