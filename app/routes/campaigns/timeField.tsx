import type { SubmissionResult } from "@conform-to/react";
import { Field } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { m } from "#messages";

/** When a campaign is sent, in Kenya's time; `name` is `scheduledFor`. */
export function TimeField(props: {
  result: SubmissionResult<string[]> | undefined;
  /** Both as `toNairobiInput` writes them; `stored` is empty when no time is set. */
  stored: string;
  earliest: string;
  required?: boolean;
}) {
  const { result, stored, earliest, required = false } = props;
  return (
    <Field
      label={m.campaigns_day_and_time()}
      name="scheduledFor"
      type="datetime-local"
      required={required}
      min={earliest}
      defaultValue={typedOr(result, "scheduledFor", stored)}
      error={errorAt(result, "scheduledFor")}
      hint={m.campaigns_kenyas_time_africa_nairobi()}
    />
  );
}
