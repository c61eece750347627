import { href } from "react-router";
import { newBook } from "#app/domain/sales/books/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { NoTill } from "#app/routes/requests/noTill.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { BookForm, noValues } from "./bookForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.books_new() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { tills } = await orThrowPage(context.get(apiContext)("GET /payment-requests/tills", {}));
  return { tills, mayConnect: may(context.get(userContext), "integrations.manage") };
}

export const action = formAction(newBook, async ({ typed, api }) => {
  const { bookId } = await api("POST /books", typed);
  return done(href("/books/:bookId", { bookId }), m.books_created());
});

export default function NewBook({ loaderData: { tills, mayConnect }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.books_new()} />
      {tills.length === 0 ? (
        <NoTill mayConnect={mayConnect} />
      ) : (
        <Card>
          <BookForm
            values={noValues}
            tills={tills}
            result={result}
            submitLabel={m.books_create()}
            back={href("/books")}
          />
        </Card>
      )}
    </>
  );
}

export { ScreenError as ErrorBoundary };
