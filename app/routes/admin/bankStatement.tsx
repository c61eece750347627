import { data, href } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done } from "#app/web/action.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/bankStatement";

export const meta: Route.MetaFunction = () => [{ title: m.admin_bank_statement_administration() }];

export async function action({ request, context }: Route.ActionArgs) {
  const file = (await readForm(request)).get("csv");
  const csv = file instanceof File ? await file.text() : (file ?? "");
  if (csv.trim() === "") return data({ message: m.admin_choose_the_statement_a_csv_file() }, { status: 400 });
  try {
    const found = await context.get(apiContext)("POST /admin/bank/statements", { csv });
    return done(
      href("/admin/payments"),
      m.admin_with_money_in_matched_to_look({
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
      <PageHeader
        title={m.admin_upload_a_bank_statement()}
        description={m.admin_transfers_with_a_reference_of_ours()}
      />
      <Card className="max-w-2xl">
        <Form method="post" encType="multipart/form-data" reloadDocument className="grid gap-5">
          <ErrorSummary
            title={m.admin_the_statement_was_not_read()}
            errors={actionData ? [{ id: "csv", text: actionData.message }] : []}
          />
          <Field
            label={m.admin_statement()}
            name="csv"
            type="file"
            accept=".csv,text/csv"
            required
            error={actionData?.message}
            hint={m.admin_csv_with_a_header_date_reference()}
          />
          <p className="row-actions">
            <Button>{m.admin_upload()}</Button>
            <ButtonLink to={href("/admin/payments")} variant="quiet">
              {m.common_cancel()}
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}
