import type { CallOutput } from "#app/api/client.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

/** Staff's actions on a WhatsApp account, and their notes about it. */
export function ManageAccount({
  notes,
  maySuspend,
  isSuspended,
  result,
}: {
  notes: CallOutput<"GET /admin/whatsapp/:orgId/:accountId">["notes"];
  maySuspend: boolean;
  isSuspended: boolean;
  result: FormResult;
}) {
  return (
    <div id="manage" className="grid items-start gap-4 md:grid-cols-2">
      <Card title={m.admin_whatsapp_manage_account_title()}>
        <Form method="post" noValidate renews className="grid gap-4">
          <Field
            {...fieldProps(result, "reason")}
            maxLength={500}
            label={m.common_reason()}
            required
            hint={m.admin_reason_hint()}
          />
          <p className="row-actions">
            <Button variant="secondary" name="intent" value="refresh">
              {m.admin_whatsapp_manage_refresh_from_meta()}
            </Button>
            {maySuspend && isSuspended && (
              <Button name="intent" value="reinstate">
                {m.admin_reinstate()}
              </Button>
            )}
            {maySuspend && !isSuspended && (
              <Button variant="danger" name="intent" value="suspend">
                {m.common_suspend()}
              </Button>
            )}
          </p>
        </Form>
      </Card>
      <Card title={m.admin_notes()}>
        <Form method="post" noValidate renews className="grid gap-4">
          <TextareaField
            {...fieldProps(result, "body")}
            maxLength={2000}
            label={m.admin_whatsapp_manage_body_label()}
            rows={3}
            required
          />
          <FormActions
            submitLabel={m.admin_whatsapp_manage_save_note_button()}
            intent="note"
            variant="secondary"
          />
        </Form>
        <ul className="mt-4 grid gap-2">
          {notes.map((note) => (
            <li key={note.id}>
              {note.body}{" "}
              <span className="hint">
                {note.by}, <Time value={note.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
