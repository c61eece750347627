import type { SubmissionResult } from "@conform-to/react";
import { TextareaField } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { m } from "#messages";

/** The reason of the action. */
export function ReasonField({
  result,
  hint,
}: {
  result: SubmissionResult<string[]> | undefined;
  hint: string;
}) {
  return (
    <TextareaField
      label={m.common_reason()}
      name="reason"
      rows={3}
      required
      hint={hint}
      defaultValue={typedOr(result, "reason", "")}
      error={errorAt(result, "reason")}
    />
  );
}
