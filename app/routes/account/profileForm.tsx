import { getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";

interface Values {
  firstName: string;
  lastName: string;
  businessName: string;
  email: string;
  phoneNumber: string;
}

/**
 * What people edit of themselves. `business` is who may rename the organisation: its owners do, agents read the name,
 * and for staff there is none.
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
        <Field {...props("firstName")} label="First name" autoComplete="given-name" required />
        <Field {...props("lastName")} label="Last name" autoComplete="family-name" required />
      </div>
      {business === "edited" && (
        <Field {...props("businessName")} label="Business name" autoComplete="organization" required />
      )}
      {business === "read" && (
        <Field
          label="Business name"
          name="businessName"
          value={businessName}
          readOnly
          hint="Owners and admins of your organisation change it."
        />
      )}
      <Field
        {...props("email")}
        type="email"
        label="Email"
        autoComplete="email"
        required
        hint="You sign in with it. Another address counts once you have entered the code that we mail there."
      />
      <PasswordField
        id={password.id}
        name={password.name}
        label="Current password"
        autoComplete="current-password"
        hint="Only needed to change the email."
        error={password.errors?.[0]}
      />
      <Field
        {...props("phoneNumber")}
        type="tel"
        label="Phone"
        autoComplete="tel"
        hint="For example 0712 345 678 or +254 712 345 678."
      />
      <div className="row-actions">
        <Button>Save Changes</Button>
        <ButtonLink to={back} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
