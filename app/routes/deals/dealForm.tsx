import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";

export interface DealValues {
  title: string;
  /** Shillings. */
  value: string;
  memberId: string;
  closesOn: string;
  stageId?: string;
}

/** The fields of a deal, for the screens that make and change one; a new one has `stages` to begin in. */
export function DealForm({
  values,
  team,
  stages,
  result,
  hidden = {},
  submitLabel,
  back,
}: {
  values: DealValues;
  team: { id: string; name: string }[];
  stages?: { id: string; name: string }[];
  result: SubmissionResult<string[]> | undefined;
  hidden?: Record<string, string>;
  submitLabel: string;
  back: string;
}) {
  const isBusy = useNavigation().state === "submitting";
  const control = (name: keyof DealValues) => ({
    name,
    defaultValue: typedOr(result, name, values[name] ?? ""),
    error: errorAt(result, name),
  });
  const options = (list: { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Form method="post" noValidate className="grid max-w-2xl gap-5">
      <ErrorSummary title="The deal was not saved" errors={problemsOf(result)} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        {...control("title")}
        label="Title"
        required
        autoComplete="off"
        maxLength={120}
        hint="What they may buy."
      />
      <Field
        {...control("value")}
        label="Value in KES"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
      {stages && <SelectField {...control("stageId")} label="Stage" options={options(stages)} />}
      <SelectField
        {...control("memberId")}
        label="Owner"
        options={[{ value: "", label: "Nobody" }, ...options(team)]}
      />
      <Field
        {...control("closesOn")}
        label="Expected to close"
        type="date"
        hint="The day on which you expect a decision. Leave it empty if you don’t know."
      />
      <p className="row-actions">
        <Button disabled={isBusy}>{submitLabel}</Button>
        <ButtonLink to={back} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}
