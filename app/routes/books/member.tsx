import { href, Link } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/member";
import { DueLines } from "./dueLines.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? nameIn(loaderData.member) : m.books_statement() },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(
    context.get(apiContext)("GET /books/:bookId/members/:bookMemberId", params),
  );
  return { ...found, mayEdit: may(context.get(userContext), "books.edit") };
}

const nameIn = ({ label, payer }: { label: string; payer: string }) =>
  label || payer || m.orders_deleted_customer();

/** A till of Buy Goods takes no account number. */
const payText = ({ kind, number }: { kind: string; number: string }, account: string) =>
  kind === "paybill" ? m.books_pay_to({ number, account }) : m.books_pay_to_till({ number });

/** A member's statement: the print stylesheet leaves the frame and the buttons out. */
export default function Member({ loaderData, params }: Route.ComponentProps) {
  const { book, member, account, payments, mayEdit } = loaderData;
  const { contactId } = member;
  return (
    <>
      <PageHeader
        title={nameIn(member)}
        description={
          <>
            {[book.name, member.number, member.groupName].filter(Boolean).join(", ")}
            {account && <span className="block">{payText(book.till, account)}</span>}
          </>
        }
        list={{ to: href("/books/:bookId", { bookId: book.id }), label: m.books_all_members() }}
        actions={
          <>
            {mayEdit && contactId && !book.isArchived && (
              <ButtonLink to={`${href("/books/:bookId/dues", params)}?member=${member.id}`}>
                {m.books_add_due()}
              </ButtonLink>
            )}
            {mayEdit && !book.isArchived && payments.length === 0 && (
              <ButtonLink
                variant="danger-quiet"
                to={href("/books/:bookId/members/:bookMemberId/remove", params)}
              >
                {m.books_remove_member()}
              </ButtonLink>
            )}
            {contactId && (
              <ButtonLink variant="secondary" to={href("/contacts/:contactId/dues", { contactId })}>
                {m.books_statement_of_contact()}
              </ButtonLink>
            )}
          </>
        }
      />
      {contactId && (
        <p className="mb-4">
          <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
            {m.books_paid_by({ name: member.payer })}
          </Link>
        </p>
      )}
      <DueLines statement={loaderData} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
