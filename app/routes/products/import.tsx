import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { maxImportRows } from "#app/domain/sales/products/fieldRules.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ApplyRows, SheetForm } from "#app/ui/sheetForm.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/import";

const schema = z.object({ rows: z.string().default(""), intent: z.enum(["preview", "apply"]) });

export const meta: Route.MetaFunction = () => [{ title: m.orders_import_title() }];

/** The first press shows what each row would do, the second does it and leaves the refused rows to correct. */
export const action = formAction(schema, async ({ value, api }) => {
  const { rows, intent } = value;
  const found = await api("POST /products/import", { rows, apply: intent === "apply" });
  if (found.applied && found.rest === "") return done(href("/products"), m.orders_import_done());
  return { found, rows: found.applied ? found.rest : rows, result: undefined };
});

export default function ImportProducts({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const preview = actionData && "found" in actionData ? actionData : null;
  return (
    <>
      <PageHeader title={m.orders_import_title()} description={m.orders_import_lead()} />
      <div className="grid gap-6">
        {preview && <Preview found={preview.found} rows={preview.rows} />}
        <SheetForm
          refusal={m.orders_import_refused()}
          result={result}
          rows={preview?.rows}
          label={m.orders_import_rows()}
          hint={m.orders_import_hint({ most: formatCount(maxImportRows) })}
          cancelTo={href("/products")}
        />
      </div>
    </>
  );
}

type Found = CallOutput<"POST /products/import">;

const effects = {
  create: { tone: "good", word: () => m.orders_import_create() },
  change: { tone: "info", word: () => m.orders_import_change() },
  known: { tone: "neutral", word: () => m.books_import_known() },
  refuse: { tone: "bad", word: () => m.orders_import_refuse() },
} as const;

function Preview({ found: { lines, counts, applied }, rows }: { found: Found; rows: string }) {
  const { create, change, known, refuse } = counts;
  const shown = { create: formatCount(create), change: formatCount(change), refuse: formatCount(refuse) };
  const title = applied
    ? m.orders_import_applied(shown)
    : m.orders_import_preview_title({ ...shown, known: formatCount(known) });
  return (
    <Card title={title}>
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
      {!applied && create + change > 0 && (
        <ApplyRows
          rows={rows}
          label={m.orders_import_apply_button({ taken: formatCount(create + change) })}
        />
      )}
    </Card>
  );
}
