import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { bookForm } from "#app/domain/sales/books/schemas.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { BookForm, type BookValues } from "./bookForm.tsx";

const schema = z.union([z.object({ intent: z.literal("close") }), bookForm]);

export const meta: Route.MetaFunction = () => [{ title: m.common_settings() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /books/:bookId/choices", params));
}

export const action = formAction(schema, async ({ value, typed, api }, { params }: Route.ActionArgs) => {
  const here = href("/books/:bookId", params);
  if ("intent" in value) {
    await api("POST /books/:bookId/archive", params);
    return done(here, m.books_closed_done());
  }
  await api("PUT /books/:bookId", { ...(typed as BookValues), ...params } as never);
  return done(here, m.books_saved());
});

type Book = CallOutput<"GET /books/:bookId/choices">["book"];

const valuesOf = (book: Book): BookValues => ({
  ...{ name: book.name, kind: book.kind, tillId: book.tillId, penaltyKind: book.penaltyKind },
  penaltyValue: book.penaltyKind === "none" ? "" : String(book.penaltyValue / 100),
  penaltyDays: String(book.penaltyDays || 7),
  penaltyRepeat: book.penaltyRepeat,
  penaltyMax: book.penaltyMaxCents === null ? "" : String(book.penaltyMaxCents / 100),
});

export default function EditBook({ loaderData: { book }, actionData, params }: Route.ComponentProps) {
  const back = href("/books/:bookId", params);
  return (
    <>
      <PageHeader
        title={m.common_settings()}
        description={`${book.name}, ${book.till.name} (${book.till.number})`}
      />
      <div className="grid gap-6">
        <Card>
          <BookForm
            values={valuesOf(book)}
            result={useLastAnswer(actionData)?.result}
            submitLabel={m.common_save()}
            back={back}
          />
        </Card>
        {!book.isArchived && (
          <Card title={m.books_close()}>
            <p className="hint mb-4">{m.books_close_text()}</p>
            <Form method="post">
              <Button name="intent" value="close" variant="danger-quiet">
                {m.books_close()}
              </Button>
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
