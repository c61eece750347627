import { Field } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

/** When a campaign is sent, in Kenya's time; `name` is `scheduledFor`. */
export function TimeField(props: {
  result: FormResult;
  /** Both as `toNairobiInput` writes them; `stored` is empty when no time is set. */
  stored: string;
  earliest: string;
  required?: boolean;
}) {
  const { result, stored, earliest, required = false } = props;
  return (
    <Field
      {...fieldProps(result, "scheduledFor", stored)}
      label={m.common_date_and_time()}
      type="datetime-local"
      required={required}
      min={earliest}
      hint={m.campaigns_time_field_scheduled_for_hint()}
    />
  );
}
