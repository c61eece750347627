import { templateLimits } from "#app/domain/whatsapp/templates/fieldRules.ts";
import { otpTypes } from "#app/domain/whatsapp/templates/words.ts";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { m } from "#messages";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/** The options of a one-time code; its text is Meta's. */
export function CodeFields({ values, errorOf }: { values: FormView["values"]; errorOf: ErrorOf }) {
  return (
    <div className="group/otp">
      <CheckboxField
        label={m.templates_code_security_note_label()}
        name="securityNote"
        defaultChecked={values.securityNote === "on"}
      />
      <Field
        label={m.templates_code_expiry_label()}
        name="codeExpiryMinutes"
        defaultValue={values.codeExpiryMinutes}
        error={errorOf("codeExpiryMinutes")}
        inputMode="numeric"
        maxLength={3}
        className="max-w-60"
      />
      <SelectField
        label={m.templates_code_otp_type_label()}
        name="otpType"
        defaultValue={values.otpType}
        error={errorOf("otpType")}
        options={Object.entries(otpTypes).map(([value, label]) => ({ value, label }))}
      />
      <div className="hidden group-has-[option[value=ONE\_TAP]:checked]/otp:block group-has-[option[value=ZERO\_TAP]:checked]/otp:block">
        <Field
          label={m.templates_code_otp_package_label()}
          name="otpPackage"
          defaultValue={values.otpPackage}
          error={errorOf("otpPackage")}
          hint="ke.co.duka.app"
          maxLength={224}
        />
        <Field
          label={m.templates_code_signature_label()}
          name="otpSignature"
          defaultValue={values.otpSignature}
          error={errorOf("otpSignature")}
          hint={m.templates_code_otp_signature_hint({ length: templateLimits.signingKey })}
          maxLength={11}
        />
      </div>
      <div className="hidden group-has-[option[value=ZERO\_TAP]:checked]/otp:block">
        <CheckboxField
          label={m.templates_code_zero_tap_label()}
          name="zeroTapAccepted"
          defaultChecked={values.zeroTapAccepted === "on"}
          error={errorOf("zeroTapAccepted")}
        />
      </div>
    </div>
  );
}
