import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

export interface DealValues {
  title: string;
  /** Shillings. */
  value: string;
  memberId: string;
  closesOn: string;
  note?: string;
  stageId?: string;
}

/** The fields of a deal, for the screens that create and edit one; a new one has `stages` to start in. */
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
  result: FormResult;
  hidden?: Record<string, string>;
  submitLabel: string;
  back: string;
}) {
  const control = (name: keyof DealValues) => fieldProps(result, name, values[name] ?? "");
  const options = (list: { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Form method="post" noValidate className="grid max-w-2xl gap-5">
      <ErrorSummary title={m.deals_form_deal_not_saved_title()} errors={problemsOf(result)} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        {...control("title")}
        label={m.common_title()}
        required
        autoComplete="off"
        maxLength={120}
        hint={m.deals_form_title_hint()}
      />
      <Field
        {...control("value")}
        label={m.common_value_in_kes()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
      {stages && <SelectField {...control("stageId")} label={m.common_stage()} options={options(stages)} />}
      <SelectField
        {...control("memberId")}
        label={m.common_owner()}
        options={[{ value: "", label: m.common_unassigned() }, ...options(team)]}
      />
      <Field
        {...control("closesOn")}
        label={m.deals_expected_to_close()}
        type="date"
        hint={m.deals_form_day_hint()}
      />
      <TextareaField {...control("note")} label={m.common_note()} rows={4} maxLength={2000} />
      <FormActions submitLabel={submitLabel} cancelTo={back} />
    </Form>
  );
}
