import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { bookKindWords } from "#app/domain/sales/books/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.books_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /books", {}));
  return { ...found, mayEdit: may(context.get(userContext), "books.edit") };
}

export default function Books({ loaderData: { books, mayEdit } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.books_title()}
        description={m.books_lead()}
        actions={
          mayEdit && (
            <ButtonLink to={href("/books/new")}>
              <Icon name="plus" size={18} /> {m.books_new()}
            </ButtonLink>
          )
        }
      />
      <DataTable
        caption={m.books_title()}
        rows={books}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/books/:bookId", { bookId: id })}
        empty={<EmptyState title={m.books_empty_title()}>{m.books_empty()}</EmptyState>}
        columns={columns}
      />
    </>
  );
}

type Row = CallOutput<"GET /books">["books"][number];

const columns: Column<Row>[] = [
  { header: m.common_name, cell: ({ name }) => name, below: ({ till, number }) => `${till} (${number})` },
  {
    header: m.books_kind,
    cell: ({ kind, isArchived }) => (
      <>
        {bookKindWords[kind]} {isArchived && <Badge tone="neutral">{m.books_closed()}</Badge>}
      </>
    ),
  },
  { header: m.books_members, number: true, cell: ({ members }) => formatCount(members) },
  { header: m.common_paid, number: true, cell: ({ paidCents }) => <Money cents={paidCents} /> },
  { header: m.books_open, number: true, cell: ({ openCents }) => <Money cents={openCents} /> },
  { header: m.common_overdue, number: true, cell: ({ overdueCents }) => <Money cents={overdueCents} /> },
];

export { ScreenError as ErrorBoundary };
