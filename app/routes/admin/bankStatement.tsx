import { data, href } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { maxStatementBytes } from "#app/domain/money/bank/fieldRules.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done } from "#app/web/action.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/bankStatement";

export const meta: Route.MetaFunction = () => [{ title: m.admin_bank_statement_page_title() }];

export async function action({ request, context }: Route.ActionArgs) {
  const file = (await readForm(request)).get("csv");
  const csv = file instanceof File ? await file.text() : (file ?? "");
  if (csv.trim() === "") return data({ message: m.admin_bank_statement_file_required() }, { status: 400 });
  try {
    const found = await context.get(apiContext)("POST /admin/bank/statements", { csv });
    return done(
      `${href("/admin/billing/work")}?list=unmatched`,
      m.admin_bank_statement_read_done({
        lines: counted(m.counts_lines, found.lines),
        matched: formatCount(found.matched),
        open: formatCount(found.open),
        known: formatCount(found.known),
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.fields.csv ?? error.message }, { status: error.status });
  }
}

export default function BankStatement({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.admin_upload_bank_statement()} description={m.admin_bank_statement_lead()} />
      <Card className="max-w-2xl">
        <Form method="post" encType="multipart/form-data" reloadDocument className="grid gap-5">
          <ErrorSummary
            title={m.admin_bank_statement_not_read_title()}
            errors={actionData ? [{ id: "csv", text: actionData.message }] : []}
          />
          <Field
            label={m.admin_bank_statement_csv_label()}
            name="csv"
            type="file"
            accept=".csv,text/csv"
            required
            error={actionData?.message}
            hint={m.admin_bank_statement_csv_hint({
              size: m.common_kilobytes({ n: formatCount(maxStatementBytes / 1000) }),
            })}
          />
          <FormActions
            submitLabel={m.admin_bank_statement_upload_button()}
            cancelTo={`${href("/admin/billing/work")}?list=unmatched`}
          />
        </Form>
      </Card>
    </>
  );
}
