import { TextareaField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

/** The reason of the action. */
export function ReasonField({ result, hint }: { result: FormResult; hint: string }) {
  return (
    <TextareaField
      {...fieldProps(result, "reason")}
      maxLength={500}
      label={m.common_reason()}
      rows={3}
      required
      hint={hint}
    />
  );
}
