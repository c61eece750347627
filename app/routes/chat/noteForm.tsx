import { Button } from "#app/ui/button.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { type FormResult, fieldProps, fieldValue } from "#app/web/fields.ts";
import { m } from "#messages";

/** A note for the team, behind its name. */
export function NoteForm({
  action,
  noteKey,
  lastResult,
}: {
  action: string;
  noteKey: string;
  lastResult: FormResult;
}) {
  const field = fieldProps(lastResult, "note");
  return (
    <details open={field.error !== undefined}>
      <summary className="link inline-block">{m.chat_panel_add_note_button()}</summary>
      <Form method="post" action={action} className="mt-2 grid gap-2">
        <input type="hidden" name="noteKey" value={fieldValue(lastResult, "noteKey", noteKey)} />
        <TextareaField
          {...field}
          label={m.chat_panel_note_label()}
          rows={3}
          maxLength={4096}
          hint={m.chat_panel_note_hint()}
        />
        <Button name="intent" value="note" variant="secondary">
          {m.chat_panel_add_note_button()}
        </Button>
      </Form>
    </details>
  );
}
