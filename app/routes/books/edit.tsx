import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { bookForm } from "#app/domain/sales/books/schemas.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { BookForm, type BookValues } from "./bookForm.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("close") }),
  z.object({ intent: z.literal("remind"), sequenceId: z.string().max(64).default("") }),
  bookForm.safeExtend({ intent: z.literal("save") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.common_settings() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ book }, reminders] = await orThrowPage(
    Promise.all([api("GET /books/:bookId/choices", params), api("GET /books/:bookId/reminders", params)]),
  );
  return { book, reminders };
}

export const action = formAction(schema, async ({ typed, api }, { params }: Route.ActionArgs) => {
  const here = href("/books/:bookId", params);
  if (typed.intent === "close") {
    await api("POST /books/:bookId/archive", params);
    return done(here, m.books_closed_done());
  }
  if (typed.intent === "remind") {
    await api("PUT /books/:bookId/reminders", { ...params, sequenceId: typed.sequenceId ?? "" });
    return done(here, m.books_saved());
  }
  const { intent: _, ...fields } = typed;
  await api("PUT /books/:bookId", { ...fields, ...params });
  return done(here, m.books_saved());
});

type Book = CallOutput<"GET /books/:bookId/choices">["book"];

const valuesOf = (book: Book): BookValues => ({
  ...{ name: book.name, kind: book.kind, tillId: book.tillId, vatClass: book.vatClass ?? "" },
  penaltyKind: book.penaltyKind,
  penaltyValue: book.penaltyKind === "none" ? "" : String(book.penaltyValue / 100),
  penaltyDays: String(book.penaltyDays || 7),
  penaltyRepeat: book.penaltyRepeat,
  penaltyMax: book.penaltyMaxCents === null ? "" : String(book.penaltyMaxCents / 100),
});

export default function EditBook({
  loaderData: { book, reminders },
  actionData,
  params,
}: Route.ComponentProps) {
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
            intent="save"
            back={back}
          />
        </Card>
        {!book.isArchived && reminders.sequences.length > 0 && <Reminders reminders={reminders} />}
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

/** Which sequence reminds; one of the ready-made ones has three reminders around the due date. */
function Reminders({ reminders }: { reminders: CallOutput<"GET /books/:bookId/reminders"> }) {
  const { reminderSequenceId, sequences } = reminders;
  return (
    <Card title={m.books_reminders()}>
      <Form method="post" className="grid max-w-2xl gap-5">
        <SelectField
          name="sequenceId"
          label={m.books_reminder_sequence()}
          hint={m.books_reminder_hint()}
          defaultValue={reminderSequenceId ?? ""}
          options={[
            { value: "", label: m.books_reminder_none() },
            ...sequences.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <FormActions submitLabel={m.common_save()} intent="remind" variant="secondary" />
      </Form>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
