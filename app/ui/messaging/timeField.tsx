import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import { fromNairobiInput } from "#app/shared/nairobiTime.ts";
import { Field } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "./problems.ts";

const noTime = "Enter the day and time to send at";

/** What the field of a day and time in Kenya sends, as the moment in ISO 8601. */
export const timeOfSending = z.string({ error: noTime }).transform((text, check) => {
  const moment = fromNairobiInput(text);
  if (moment) return moment.toISOString();
  check.addIssue({ code: "custom", message: noTime });
  return z.NEVER;
});

/** When a campaign is sent, as Kenya's clocks show it; `name` is `scheduledFor`. */
export function TimeField(props: {
  result: SubmissionResult<string[]> | undefined;
  /** Both as `toNairobiInput` writes them; `stored` is empty where no time is set. */
  stored: string;
  earliest: string;
  required?: boolean;
}) {
  const { result, stored, earliest, required = false } = props;
  return (
    <Field
      label="Day and time"
      name="scheduledFor"
      type="datetime-local"
      required={required}
      min={earliest}
      defaultValue={typedOr(result, "scheduledFor", stored)}
      error={errorAt(result, "scheduledFor")}
      hint="Kenya's time (Africa/Nairobi)."
    />
  );
}
