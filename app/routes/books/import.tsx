import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { bookLimits } from "#app/domain/sales/books/fieldRules.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { ApplyRows, SheetForm } from "#app/ui/sheetForm.tsx";
import { dayText } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/import";

const schema = z.object({ rows: z.string().default(""), intent: z.enum(["preview", "apply"]) });

export const meta: Route.MetaFunction = () => [{ title: m.books_import_title() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /books/:bookId/choices", params));

/** The first press shows what each row would do, the second does it and leaves the refused rows to correct. */
export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const { rows, intent } = value;
  const found = await api("POST /books/:bookId/import", { ...params, rows, apply: intent === "apply" });
  if (found.applied && found.rest === "")
    return done(
      href("/books/:bookId", params),
      m.books_import_done({ count: formatCount(found.counts.create) }),
    );
  return { found, rows: found.applied ? found.rest : rows, result: undefined };
});

export default function ImportDues({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = actionData?.result;
  const preview = actionData && "found" in actionData ? actionData : null;
  return (
    <>
      <PageHeader title={m.books_import_title()} description={loaderData.book.name} />
      <div className="grid gap-6">
        {preview && <Preview found={preview.found} rows={preview.rows} />}
        <SheetForm
          refusal={m.books_not_saved()}
          result={result}
          rows={preview?.rows}
          label={m.books_import_rows()}
          hint={m.books_import_hint({ most: formatCount(bookLimits.rows) })}
          cancelTo={href("/books/:bookId", params)}
        >
          <div className="grid gap-2">
            <p className="font-semibold">{m.books_import_example()}</p>
            <pre className="select-all whitespace-pre-wrap wrap-anywhere rounded-control border border-line px-4 py-3 text-sm">
              {`${m.books_import_example_columns()}\n${exampleRow}`}
            </pre>
          </div>
        </SheetForm>
      </div>
    </>
  );
}

const exampleRow = "0712345678,Amina Otieno,A-101,Form 2,Term 1,15000,31/01/2027";

type Found = CallOutput<"POST /books/:bookId/import">;

const effects = {
  create: {
    tone: "good",
    word: (applied: boolean) => (applied ? m.books_import_create() : m.books_import_will_create()),
  },
  known: { tone: "neutral", word: () => m.books_import_known() },
  refuse: { tone: "bad", word: () => m.books_import_refuse() },
} as const;

function Preview({ found: { lines, counts, applied, hasHeader }, rows }: { found: Found; rows: string }) {
  if (!hasHeader) return <Notice tone="bad" title={m.books_import_no_header()} />;
  const { create, known, refuse } = counts;
  const shown = { create: formatCount(create), known: formatCount(known), refuse: formatCount(refuse) };
  return (
    <Card title={applied ? m.books_import_applied(shown) : m.books_import_preview_title(shown)}>
      <DataTable
        caption={m.books_dues()}
        rows={lines}
        keyOf={({ row }) => String(row)}
        columns={[
          { header: m.orders_import_row(), number: true, cell: ({ row }) => row },
          { header: m.books_member(), names: true, cell: ({ member }) => member || "–" },
          {
            header: m.books_due_label(),
            cell: ({ label, dueOn }) => [label, dueOn && dayText(dueOn)].filter(Boolean).join(", "),
          },
          {
            header: m.common_amount(),
            number: true,
            cell: ({ amountCents, amount }) =>
              amountCents === null ? amount || "–" : <Money cents={amountCents} />,
          },
          {
            header: m.orders_import_effect(),
            cell: ({ does, problem }) => (
              <>
                <Badge tone={effects[does].tone}>{effects[does].word(applied)}</Badge> {problem}
              </>
            ),
          },
        ]}
      />
      {!applied && create > 0 && (
        <ApplyRows rows={rows} label={m.books_import_apply({ dues: counted(m.counts_dues, create) })} />
      )}
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
