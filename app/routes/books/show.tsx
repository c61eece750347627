import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { memberFilters } from "#app/domain/sales/books/schemas.ts";
import { bookKindWords } from "#app/domain/sales/books/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.book.name ?? m.books_title() },
];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const filters = memberFilters.parse(query);
  const page = Math.max(1, Number.parseInt(query.page ?? "1", 10) || 1);
  const found = await orThrowPage(
    context.get(apiContext)("GET /books/:bookId", { ...params, ...filters, page }),
  );
  return { ...found, filters, page, mayEdit: may(context.get(userContext), "books.edit") };
}

export default function Book({ loaderData }: Route.ComponentProps) {
  const { book, totals, members, pages, page, filters, mayEdit } = loaderData;
  const here = href("/books/:bookId", { bookId: book.id });
  return (
    <>
      <PageHeader
        title={book.name}
        description={
          <>
            {bookKindWords[book.kind]}, {book.till.name} ({book.till.number}){" "}
            {book.isArchived && <Badge tone="neutral">{m.books_closed()}</Badge>}
          </>
        }
        list={{ to: href("/books"), label: m.ui_all_books() }}
        actions={<Actions bookId={book.id} mayEdit={mayEdit && !book.isArchived} />}
      />
      <div className="grid gap-6">
        <StatGrid>
          <Stat label={m.books_total_due()} value={<Money cents={totals.dueCents} />} />
          <Stat label={m.common_paid()} value={<Money cents={totals.paidCents} />} />
          <Stat label={m.books_open()} value={<Money cents={totals.openCents} />} />
          <Stat label={m.common_overdue()} value={<Money cents={totals.overdueCents} />} />
        </StatGrid>
        <div>
          <FilterBar
            search={{ name: "q", value: filters.q, placeholder: m.books_search() }}
            choices={[
              {
                name: "show",
                label: m.common_show(),
                value: filters.show,
                options: [
                  { value: "", label: m.books_all_members() },
                  { value: "open", label: m.books_open() },
                  { value: "overdue", label: m.common_overdue() },
                ],
              },
            ]}
            clear={(filters.q !== "" || filters.show !== "") && here}
          />
          <DataTable
            caption={m.books_members()}
            paged
            rows={members}
            keyOf={({ id }) => id}
            hrefOf={({ id }) =>
              href("/books/:bookId/members/:bookMemberId", { bookId: book.id, bookMemberId: id })
            }
            empty={<EmptyState title={m.books_no_members_title()}>{m.books_no_members()}</EmptyState>}
            columns={columns}
          />
          <Pagination page={page} pages={pages} />
        </div>
      </div>
    </>
  );
}

function Actions({ bookId, mayEdit }: { bookId: string; mayEdit: boolean }) {
  return (
    <>
      {mayEdit && <ButtonLink to={href("/books/:bookId/dues", { bookId })}>{m.books_add_dues()}</ButtonLink>}
      {mayEdit && (
        <ButtonLink variant="secondary" to={href("/books/:bookId/add", { bookId })}>
          {m.books_add_members()}
        </ButtonLink>
      )}
      {mayEdit && (
        <ButtonLink variant="secondary" to={href("/books/:bookId/import", { bookId })}>
          {m.books_import_link()}
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" to={href("/books/:bookId/sheet", { bookId })}>
        {m.books_sheet()}
      </ButtonLink>
      {mayEdit && (
        <ButtonLink variant="quiet" to={href("/books/:bookId/edit", { bookId })}>
          {m.common_settings()}
        </ButtonLink>
      )}
    </>
  );
}

type Row = CallOutput<"GET /books/:bookId">["members"][number];

const columns: Column<Row>[] = [
  {
    header: m.books_member,
    cell: ({ name }) => name || m.orders_deleted_customer(),
    below: ({ name, payer, number }) => [number, payer === name ? "" : payer].filter(Boolean).join(", "),
  },
  { header: m.books_group, cell: ({ groupName }) => groupName || undefined },
  { header: m.books_total_due, number: true, cell: ({ dueCents }) => <Money cents={dueCents} /> },
  { header: m.common_paid, number: true, cell: ({ paidCents }) => <Money cents={paidCents} /> },
  { header: m.books_open, number: true, cell: ({ openCents }) => <Money cents={openCents} /> },
  {
    header: m.common_overdue,
    number: true,
    cell: ({ overdueCents }) => (overdueCents === 0 ? undefined : <Money cents={overdueCents} />),
  },
];

export { ScreenError as ErrorBoundary };
