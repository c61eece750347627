import { data, href } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done } from "#app/web/action.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/bankStatement";

export const meta: Route.MetaFunction = () => [{ title: "Bank statement – Administration" }];

export async function action({ request, context }: Route.ActionArgs) {
  const file = (await readForm(request)).get("csv");
  const csv = file instanceof File ? await file.text() : (file ?? "");
  if (csv.trim() === "") return data({ message: "Choose the statement, a CSV file." }, { status: 400 });
  try {
    const found = await context.get(apiContext)("POST /admin/bank/statements", { csv });
    return done(
      href("/admin/payments"),
      `${countOf(found.lines, "line")} with money in: ${formatCount(found.matched)} matched, ${formatCount(found.open)} to look at, ${formatCount(found.known)} known before.`,
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
        title="Upload a bank statement"
        description="Transfers with a reference of ours are booked at once; the others wait on the work list."
      />
      <Card className="max-w-2xl">
        <Form method="post" encType="multipart/form-data" reloadDocument className="grid gap-5">
          <ErrorSummary
            title="The statement was not read"
            errors={actionData ? [{ id: "csv", text: actionData.message }] : []}
          />
          <Field
            label="Statement"
            name="csv"
            type="file"
            accept=".csv,text/csv"
            required
            error={actionData?.message}
            hint="CSV with a header: date, reference, narration and credit. At most 900 KB. The same statement twice books nothing twice."
          />
          <p className="row-actions">
            <Button>Upload</Button>
            <ButtonLink to={href("/admin/payments")} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}
