import { href } from "react-router";
import { bookLimits } from "#app/domain/sales/books/fieldRules.ts";
import { newDues } from "#app/domain/sales/books/schemas.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/addDues";

export const meta: Route.MetaFunction = () => [{ title: m.books_add_dues() }];

/** For all, a group or a tag; for one member from its page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const choices = await orThrowPage(context.get(apiContext)("GET /books/:bookId/choices", params));
  return { ...choices, memberId: new URL(request.url).searchParams.get("member")?.slice(0, 64) ?? "" };
}

export const action = formAction(newDues, async ({ typed, api }, { params }: Route.ActionArgs) => {
  const { created, skipped } = await api("POST /books/:bookId/dues", { ...typed, ...params });
  const counts = { created: String(created), skipped: String(skipped) };
  return done(
    href("/books/:bookId", params),
    skipped === 0 ? m.books_dues_added(counts) : m.books_dues_added_some(counts),
  );
});

export default function AddDues({ loaderData, actionData, params }: Route.ComponentProps) {
  const { book, groups, tags, memberId } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const of = fieldValue(result, "memberId", memberId);
  return (
    <>
      <PageHeader title={m.books_add_dues()} description={book.name} />
      <Card>
        <Form method="post" noValidate className="grid max-w-2xl gap-5">
          <ErrorSummary title={m.books_not_saved()} errors={problemsOf(result)} />
          {of === "" ? (
            <SelectField
              {...fieldProps(result, "to", "")}
              label={m.books_due_for()}
              options={[
                { value: "", label: m.books_all_members() },
                ...groups.map((group) => ({ value: `group:${group}`, label: group })),
                ...tags.map((tag) => ({ value: `tag:${tag}`, label: m.books_with_tag({ tag }) })),
              ]}
            />
          ) : (
            <input type="hidden" name="memberId" value={of} />
          )}
          <Field
            {...fieldProps(result, "label")}
            label={m.books_due_label()}
            hint={m.books_due_label_hint()}
            required
            maxLength={bookLimits.label}
            autoComplete="off"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              {...fieldProps(result, "amount")}
              label={m.common_amount_in_kes()}
              required
              inputMode="numeric"
              autoComplete="off"
            />
            <Field {...fieldProps(result, "dueOn")} label={m.books_due_on()} type="date" required />
            <Field
              {...fieldProps(result, "times", "1")}
              label={m.books_times()}
              hint={m.books_times_hint()}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <FormActions submitLabel={m.books_add_dues()} cancelTo={href("/books/:bookId", params)} />
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
