import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { productRows } from "#app/domain/sales/products/schemas.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/import";

const schema = productRows.extend({ intent: z.enum(["preview", "apply"]) });

export const meta: Route.MetaFunction = () => [{ title: m.orders_import_title() }];

/** The first press shows what each row would do, the second does it. */
export const action = formAction(schema, async ({ value, api }) => {
  const { rows, intent } = value;
  const { lines, applied } = await api("POST /products/import", { rows, apply: intent === "apply" });
  if (applied) return done(href("/products"), m.orders_import_done());
  return { lines, rows, result: undefined };
});

export default function ImportProducts({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const preview = actionData && "lines" in actionData ? actionData : null;
  return (
    <>
      <PageHeader title={m.orders_import_title()} description={m.orders_import_lead()} />
      <div className="grid gap-6">
        {preview && <Preview lines={preview.lines} rows={preview.rows} />}
        <Card>
          <Form method="post" noValidate className="grid gap-4">
            <ErrorSummary title={m.orders_refused_title()} errors={problemsOf(result)} />
            <TextareaField
              {...fieldProps(result, "rows", preview?.rows ?? "")}
              key={preview?.rows}
              label={m.orders_import_rows()}
              hint={m.orders_import_hint()}
              rows={10}
              required
              maxLength={400_000}
            />
            <FormActions
              submitLabel={m.orders_import_preview_button()}
              intent="preview"
              variant="secondary"
              cancelTo={href("/products")}
            />
          </Form>
        </Card>
      </div>
    </>
  );
}

type Line = CallOutput<"POST /products/import">["lines"][number];

const effects = {
  create: { tone: "good", word: () => m.orders_import_create() },
  change: { tone: "info", word: () => m.orders_import_change() },
  refuse: { tone: "bad", word: () => m.orders_import_refuse() },
} as const;

function Preview({ lines, rows }: { lines: Line[]; rows: string }) {
  const taken = lines.filter(({ does }) => does !== "refuse").length;
  return (
    <Card title={m.orders_import_preview_title({ taken: String(taken), all: String(lines.length) })}>
      <DataTable
        caption={m.orders_products()}
        rows={lines}
        keyOf={({ row }) => String(row)}
        columns={[
          { header: m.orders_import_row(), number: true, cell: ({ row }) => row },
          { header: m.orders_product(), names: true, cell: ({ name }) => name || "–" },
          {
            header: m.orders_price(),
            number: true,
            cell: ({ priceCents }) => (priceCents === null ? "–" : <Money cents={priceCents} />),
          },
          {
            header: m.orders_import_effect(),
            cell: ({ does, problem }) => (
              <>
                <Badge tone={effects[does].tone}>{effects[does].word()}</Badge> {problem}
              </>
            ),
          },
        ]}
      />
      {taken > 0 && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="rows" value={rows} />
          <Button name="intent" value="apply">
            {m.orders_import_apply_button({ taken: String(taken) })}
          </Button>
        </Form>
      )}
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
