import { otpTypes } from "#app/domain/whatsapp/templates/words.ts";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/** What can be chosen of a one-time code; its words are Meta's. */
export function CodeFields({ values, errorOf }: { values: FormView["values"]; errorOf: ErrorOf }) {
  return (
    <div className="group/otp">
      <CheckboxField
        label="Add “For your security, do not share this code.”"
        name="securityNote"
        defaultChecked={values.securityNote === "on"}
      />
      <Field
        label="Minutes until the code expires (optional)"
        name="codeExpiryMinutes"
        defaultValue={values.codeExpiryMinutes}
        error={errorOf("codeExpiryMinutes")}
        inputMode="numeric"
        maxLength={3}
        className="max-w-60"
      />
      <SelectField
        label="How the code gets into your app"
        name="otpType"
        defaultValue={values.otpType}
        error={errorOf("otpType")}
        options={Object.entries(otpTypes).map(([value, label]) => ({ value, label }))}
      />
      <div className="hidden group-has-[option[value=ONE\_TAP]:checked]/otp:block group-has-[option[value=ZERO\_TAP]:checked]/otp:block">
        <Field
          label="Package name of your Android app"
          name="otpPackage"
          defaultValue={values.otpPackage}
          error={errorOf("otpPackage")}
          hint="ke.co.duka.app"
          maxLength={224}
        />
        <Field
          label="Signing key hash of the app"
          name="otpSignature"
          defaultValue={values.otpSignature}
          error={errorOf("otpSignature")}
          hint="11 characters, as Google's SMS Retriever makes it."
          maxLength={11}
        />
      </div>
      <div className="hidden group-has-[option[value=ZERO\_TAP]:checked]/otp:block">
        <CheckboxField
          label="We accept Meta's terms for zero-tap, and tell our customers that codes are filled in for them."
          name="zeroTapAccepted"
          defaultChecked={values.zeroTapAccepted === "on"}
          error={errorOf("zeroTapAccepted")}
        />
      </div>
    </div>
  );
}
