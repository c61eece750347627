import { href } from "react-router";
import { formatKes } from "#app/platform/money/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/statement";
import { DueLines } from "./dueLines.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.books_statement() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /contacts/:contactId/dues", params));

/** A contact's statement of all its members in all books, for paper as well. */
export default function Statement({ loaderData, params }: Route.ComponentProps) {
  const { contact, creditCents } = loaderData;
  return (
    <>
      <PageHeader
        title={m.books_statement_title({ name: contact.name })}
        description={creditCents > 0 && m.books_credit({ amount: formatKes(creditCents) })}
        actions={
          <ButtonLink variant="secondary" to={href("/contacts/:contactId", params)}>
            {m.common_contact()}
          </ButtonLink>
        }
      />
      <DueLines statement={loaderData} ofSeveral />
    </>
  );
}

export { ScreenError as ErrorBoundary };
