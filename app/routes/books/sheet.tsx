import { href, Form as PlainForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { dayText } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sheet";

export const meta: Route.MetaFunction = () => [{ title: m.books_sheet() }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { from = "", until = "", page = "1" } = Object.fromEntries(new URL(request.url).searchParams);
  const at = Math.max(1, Number.parseInt(page, 10) || 1);
  const found = await orThrowPage(
    context.get(apiContext)("GET /books/:bookId/sheet", { ...params, from, until, page: at }),
  );
  return { ...found, page: at, mayExport: may(context.get(userContext), "books.export") };
}

type Sheet = CallOutput<"GET /books/:bookId/sheet">;

/** The treasurer's sheet, for paper as well. */
export default function SheetPage({ loaderData, params }: Route.ComponentProps) {
  const { book, period, rows, totals, page, pages, mayExport, hidden } = loaderData;
  const { from, until } = period;
  return (
    <>
      <PageHeader
        title={m.books_sheet_of({ book: book.name })}
        description={m.books_period({ from: dayText(from), until: dayText(until) })}
        actions={
          mayExport && (
            <ButtonLink
              variant="secondary"
              reloadDocument
              to={`${href("/books/:bookId/sheet.csv", params)}?from=${from}&until=${until}`}
            >
              {m.common_export_csv()}
            </ButtonLink>
          )
        }
      />
      <div className="grid gap-6">
        <PlainForm className="row-actions flex flex-wrap items-end gap-3">
          <Field name="from" label={m.books_from()} type="date" defaultValue={from} />
          <Field name="until" label={m.books_until()} type="date" defaultValue={until} />
          <Button variant="secondary">{m.books_show_period()}</Button>
        </PlainForm>
        <Reconciliation sheet={loaderData} />
        {hidden > 0 && <Notice tone="warn" title={m.books_hidden_columns({ count: String(hidden) })} />}
        <div>
          <DataTable
            caption={m.books_sheet_caption({
              due: formatKes(totals.dueCents),
              paid: formatKes(totals.paidCents),
              open: formatKes(totals.dueCents - totals.paidCents),
            })}
            wide
            paged
            rows={rows}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => href("/books/:bookId/members/:bookMemberId", { ...params, bookMemberId: id })}
            empty={m.books_no_members()}
            columns={columnsOf(loaderData)}
          />
          <Pagination page={page} pages={pages} />
        </div>
      </div>
    </>
  );
}

type Row = Sheet["rows"][number];

const columnsOf = ({ columns }: Sheet): Column<Row>[] => [
  { header: m.books_member(), cell: ({ name }) => name, below: ({ number }) => number || undefined },
  ...columns.map((column, at): Column<Row> => {
    return {
      header: column === null ? m.books_penalties() : `${column.label}, ${dayText(column.dueOn)}`,
      number: true,
      cell: ({ cells }) => <Amounts cell={cells[at] ?? null} />,
    };
  }),
  { header: m.common_paid(), number: true, cell: ({ paidCents }) => <Money cents={paidCents} /> },
  {
    header: m.books_open(),
    number: true,
    cell: ({ dueCents, paidCents }) => <Money cents={dueCents - paidCents} />,
  },
];

/** What was paid, and under it what is open. */
function Amounts({ cell }: { cell: Row["cells"][number] }) {
  if (cell === null) return "–";
  const open = cell.dueCents - cell.paidCents;
  return (
    <>
      <Money cents={cell.paidCents} />
      {open > 0 && <span className="hint block">{m.books_open_of({ amount: formatKes(open) })}</span>}
    </>
  );
}

function Reconciliation({ sheet: { reconciliation: parts, book } }: { sheet: Sheet }) {
  const difference = parts.differenceCents || parts.duesDifferenceCents;
  const line = (term: string, cents: number) => ({ term, value: <Money cents={cents} /> });
  return (
    <Card title={m.books_reconciliation({ till: `${book.till.name} (${book.till.number})` })}>
      <DescriptionList
        items={[
          line(m.tills_received(), parts.receivedCents),
          line(m.books_in_book(), parts.bookCents),
          line(m.books_in_other(), parts.otherCents),
          line(m.books_in_credit(), parts.creditCents),
          line(m.books_in_unmatched(), parts.unmatchedCents),
          line(m.receipts_state_refunded(), parts.refundedCents),
          line(m.tills_listed(), parts.listedCents),
        ]}
      />
      <div className="mt-4">
        {difference === 0 ? (
          <Notice tone="good" title={m.books_equals({ amount: formatKes(parts.receivedCents) })} />
        ) : (
          <Notice tone="bad" title={m.books_differs({ amount: formatKes(difference) })} />
        )}
      </div>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
