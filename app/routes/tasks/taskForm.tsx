import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

export interface TaskValues {
  title: string;
  note: string;
  memberId: string;
  /** Kenya's time, in the format of a `datetime-local` field. */
  dueAt: string;
}

/** The fields of a task, for the screens that create and edit one. `hidden` is posted with them. */
export function TaskForm({
  values,
  team,
  result,
  hidden = {},
  submitLabel,
  back,
}: {
  values: TaskValues;
  team: { id: string; name: string }[];
  result: FormResult;
  hidden?: Record<string, string>;
  submitLabel: string;
  back: string;
}) {
  const control = (name: keyof TaskValues) => fieldProps(result, name, values[name]);
  return (
    <Form method="post" noValidate className="grid max-w-2xl gap-5">
      <ErrorSummary title={m.tasks_form_task_not_saved_title()} errors={problemsOf(result)} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field {...control("title")} label={m.tasks_task()} required autoComplete="off" maxLength={120} />
      <Field
        {...control("dueAt")}
        label={m.common_due()}
        type="datetime-local"
        required
        hint={m.tasks_form_due_hint()}
      />
      <SelectField
        {...control("memberId")}
        label={m.common_assignee()}
        options={[
          { value: "", label: m.common_unassigned_filter() },
          ...team.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextareaField {...control("note")} label={m.common_note()} rows={4} maxLength={2000} />
      <FormActions submitLabel={submitLabel} cancelTo={back} />
    </Form>
  );
}
