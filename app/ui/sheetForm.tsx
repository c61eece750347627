import type { ReactNode } from "react";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { Button } from "./button.tsx";
import { Field, TextareaField } from "./field.tsx";
import { ErrorSummary, Form } from "./form.tsx";
import { FormActions } from "./formActions.tsx";
import { Card } from "./page.tsx";

/** Rows to import, as a file or as text; its button shows what they would do. */
export function SheetForm({
  refusal,
  result,
  rows,
  label,
  hint,
  cancelTo,
  children,
}: {
  refusal: string;
  result: FormResult;
  /** What is left to correct. */
  rows: string | undefined;
  label: string;
  hint: string;
  cancelTo: string;
  children?: ReactNode;
}) {
  return (
    <Card>
      <Form method="post" encType="multipart/form-data" noValidate className="grid gap-4">
        <ErrorSummary title={refusal} errors={problemsOf(result)} />
        <Field
          name="sheet:rows"
          type="file"
          label={m.contacts_import_file_label()}
          accept=".csv,.txt,.tsv,.xlsx"
        />
        <TextareaField
          {...fieldProps(result, "rows", rows ?? "")}
          key={rows}
          label={label}
          hint={hint}
          rows={10}
        />
        {children}
        <FormActions
          submitLabel={m.orders_import_preview_button()}
          intent="preview"
          variant="secondary"
          cancelTo={cancelTo}
        />
      </Form>
    </Card>
  );
}

/** Imports the rows that were shown. */
export const ApplyRows = ({ rows, label }: { rows: string; label: string }) => (
  <Form method="post" encType="multipart/form-data" className="mt-4">
    <input type="hidden" name="rows" value={rows} />
    <Button name="intent" value="apply">
      {label}
    </Button>
  </Form>
);
