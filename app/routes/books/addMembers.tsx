import { Form as CountForm, href } from "react-router";
import { z } from "zod";
import { bookLimits } from "#app/domain/sales/books/fieldRules.ts";
import { memberFields, taggedMembers } from "#app/domain/sales/books/schemas.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/addMembers";

const schema = z.discriminatedUnion("intent", [
  memberFields.extend({ intent: z.literal("one") }),
  taggedMembers.extend({ intent: z.literal("tag") }),
]);

const shownContacts = 50;

export const meta: Route.MetaFunction = () => [{ title: m.books_add_members() }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const q = (query.get("q") ?? "").slice(0, 100);
  const tag = (query.get("tag") ?? "").slice(0, bookLimits.group);
  const [choices, { contacts }, tagged] = await orThrowPage(
    Promise.all([
      api("GET /books/:bookId/choices", params),
      api("GET /contacts", { search: q }),
      tag === "" ? null : api("GET /books/:bookId/tagged", { ...params, tag }),
    ]),
  );
  const people = contacts
    .slice(0, shownContacts)
    .map(({ id, name, phone }) => ({ value: id, label: [name, phone].filter(Boolean).join(", ") }));
  return { ...choices, q, people, tagged: tagged && { tag, toAdd: tagged.toAdd } };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const here = href("/books/:bookId/add", params);
  if (value.intent === "tag") {
    const { intent: _, ...tagged } = value;
    const { added } = await api("POST /books/:bookId/tagged", { ...tagged, ...params });
    return done(here, m.books_members_added({ members: counted(m.counts_book_members, added) }));
  }
  const { intent: _, ...member } = value;
  await api("POST /books/:bookId/members", { ...member, ...params });
  return done(here, m.books_member_added());
});

export default function AddMembers({ loaderData, actionData, params }: Route.ComponentProps) {
  const { book, tags, q, people, tagged } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const back = href("/books/:bookId", params);
  return (
    <>
      <PageHeader title={m.books_add_members()} description={book.name} />
      <ErrorSummary title={m.books_not_saved()} errors={problemsOf(result)} />
      <div className="grid gap-6">
        <Card title={m.books_add_one()}>
          <FilterBar
            search={{ name: "q", value: q, placeholder: m.common_contact_search_placeholder() }}
            clear={q !== "" && href("/books/:bookId/add", params)}
          />
          {people.length === 0 ? (
            <p className="text-muted">{m.orders_new_none()}</p>
          ) : (
            <OneForm people={people} result={result} back={back} />
          )}
        </Card>
        {tags.length > 0 && (
          <Card title={m.books_add_tagged()}>
            <TagForm tags={tags} tagged={tagged} back={back} />
          </Card>
        )}
      </div>
    </>
  );
}

function OneForm({
  people,
  result,
  back,
}: {
  people: { value: string; label: string }[];
  result: FormResult;
  back: string;
}) {
  return (
    <Form method="post" noValidate className="grid max-w-2xl gap-5">
      <SelectField
        {...fieldProps(result, "contactId", "")}
        label={m.books_payer()}
        required
        options={[{ value: "", label: m.common_choose() }, ...people]}
      />
      <Field
        {...fieldProps(result, "label")}
        label={m.books_member_label()}
        hint={m.books_member_label_hint()}
        maxLength={bookLimits.label}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...fieldProps(result, "number")}
          label={m.books_number()}
          maxLength={bookLimits.number}
          autoComplete="off"
        />
        <Field
          {...fieldProps(result, "groupName")}
          label={m.books_group()}
          hint={m.books_group_hint()}
          maxLength={bookLimits.group}
          autoComplete="off"
        />
      </div>
      <FormActions submitLabel={m.books_add_one_button()} intent="one" cancelTo={back} />
    </Form>
  );
}

/** Counts first, then adds: two plain forms. */
function TagForm({
  tags,
  tagged,
  back,
}: {
  tags: string[];
  tagged: { tag: string; toAdd: number } | null;
  back: string;
}) {
  return (
    <div className="grid max-w-2xl gap-5">
      <CountForm className="grid gap-5">
        <SelectField
          name="tag"
          label={m.common_tag()}
          hint={m.books_tag_hint()}
          required
          key={tagged?.tag}
          defaultValue={tagged?.tag ?? ""}
          options={[
            { value: "", label: m.common_choose() },
            ...tags.map((tag) => ({ value: tag, label: tag })),
          ]}
        />
        <p className="row-actions">
          <Button variant="secondary">{m.books_tag_count_button()}</Button>
        </p>
      </CountForm>
      {tagged && <AddTagged {...tagged} back={back} />}
    </div>
  );
}

function AddTagged({ tag, toAdd, back }: { tag: string; toAdd: number; back: string }) {
  if (toAdd === 0) return <Notice tone="info">{m.books_tag_none_new()}</Notice>;
  const members = counted(m.counts_book_members, toAdd);
  return (
    <Form method="post" className="grid gap-4">
      <p>{m.books_tag_counted({ tag, members })}</p>
      <input type="hidden" name="tag" value={tag} />
      <FormActions submitLabel={m.books_add_tagged_button({ members })} intent="tag" cancelTo={back} />
    </Form>
  );
}

export { ScreenError as ErrorBoundary };
