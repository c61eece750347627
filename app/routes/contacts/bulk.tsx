import { href, redirect, Form as StepForm } from "react-router";
import { bulkChange } from "#app/domain/contacts/bulk/schemas.ts";
import { countOf } from "#app/platform/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/bulk";
import { addressQuery } from "./filters.ts";
import { callQuery, readFilters } from "./readFilters.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Change contacts together" }];

/** The address says who is meant, and, from the second step on, what is done. */
function readStep(request: Request) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const chosen = query.get("which") === "chosen" ? query.getAll("id").slice(0, 200) : [];
  const change = bulkChange.safeParse({
    act: query.get("act") ?? undefined,
    ofTag: query.get("ofTag") ?? "",
    fieldId: query.get("fieldId") ?? "",
    value: query.get("newValue") ?? "",
  });
  return { query, filters, chosen, isChosen: query.get("which") === "chosen", change };
}

type Change = typeof bulkChange._output;

/** What is still missing of a change. */
function missing({ act, ofTag, fieldId }: Change): { id: string; text: string } | undefined {
  if ((act === "add_tag" || act === "remove_tag") && ofTag === "")
    return { id: "ofTag", text: "Write the tag." };
  if (act === "set_field" && fieldId === "") return { id: "fieldId", text: "Choose the field." };
  return undefined;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { query, filters, chosen, isChosen, change } = readStep(request);
  const back = `${href("/contacts")}?${addressQuery(filters)}`;
  if (isChosen && chosen.length === 0) throw redirect(back);
  const [{ count }, { fields }] = await orErrorPage(
    Promise.all([
      api("GET /contacts/bulk", { ...callQuery(filters), chosen: chosen.join(",") }),
      api("GET /fields", {}),
    ]),
  );
  const act = query.get("act");
  const problem = change.success ? missing(change.data) : undefined;
  const isReady = act !== null && change.success && !problem;
  const carried = [...query].filter(([name]) => !["act", "ofTag", "fieldId", "newValue"].includes(name));
  return {
    count,
    fields,
    back,
    carried,
    problem,
    typed: typedOf(query),
    change: isReady ? change.data : null,
  };
}

const typedOf = (query: URLSearchParams) => ({
  act: query.get("act") ?? "add_tag",
  ofTag: query.get("ofTag") ?? "",
  fieldId: query.get("fieldId") ?? "",
  newValue: query.get("newValue") ?? "",
});

export const action = formAction(noFields, async ({ api, request }) => {
  const { filters, chosen, isChosen, change } = readStep(request);
  const back = `${href("/contacts")}?${addressQuery(filters)}`;
  if (!change.success || (isChosen && chosen.length === 0)) return redirect(back);
  const { count, isQueued } = await api("POST /contacts/bulk", {
    ...callQuery(filters),
    chosen: chosen.join(","),
    ...change.data,
  });
  return done(
    change.data.act === "delete" ? href("/contacts") : back,
    isQueued
      ? `${countOf(count, "contact")}: this is done in the background. The activity log tells when.`
      : `${countOf(count, "contact")} changed.`,
  );
});

export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const { count, fields, back, carried, change } = loaderData;
  const field = fields.find(({ id }) => id === change?.fieldId);
  return (
    <>
      <PageHeader title="Change contacts together" description={`${countOf(count, "contact")} are meant.`} />
      <Card className="max-w-2xl">
        {change ? (
          <ConfirmForm
            answer={actionData}
            confirm={{ label: words[change.act].button, harmless: !words[change.act].isDanger }}
            keep={{ label: "Cancel", to: back }}
          >
            <p className="wrap-anywhere">
              {words[change.act].asks(
                countOf(count, "contact"),
                change.ofTag,
                field?.name ?? "",
                change.value,
              )}
            </p>
          </ConfirmForm>
        ) : (
          <Choose {...loaderData} carried={carried} />
        )}
      </Card>
    </>
  );
}

interface ActWords {
  label: string;
  button: string;
  isDanger?: boolean;
  asks: (contacts: string, tag: string, field: string, value: string) => string;
}

const words: Record<Change["act"], ActWords> = {
  add_tag: {
    label: "Add a tag",
    button: "Add the tag",
    asks: (contacts, tag) =>
      `The tag “${tag}” is added to ${contacts}. Who has it already stays as they are.`,
  },
  remove_tag: {
    label: "Remove a tag",
    button: "Remove the tag",
    asks: (contacts, tag) => `The tag “${tag}” is removed from ${contacts}, where they have it.`,
  },
  set_field: {
    label: "Set a field",
    button: "Set the field",
    isDanger: true,
    asks: (contacts, _tag, field, value) =>
      value
        ? `“${field}” of ${contacts} becomes “${value}”. What stood there before is gone.`
        : `“${field}” of ${contacts} is emptied. What stood there before is gone.`,
  },
  withdraw_consent: {
    label: "Withdraw their consent to marketing",
    button: "Withdraw consent",
    isDanger: true,
    asks: (contacts) =>
      `Marketing goes no more to ${contacts}. They can agree again only in person; other messages reach them as before.`,
  },
  delete: {
    label: "Delete them",
    button: "Delete contacts",
    isDanger: true,
    asks: (contacts) =>
      `${contacts} are deleted, with what was said in their conversations. What was billed stays as a record. This cannot be undone.`,
  },
};

function Choose({
  carried,
  typed,
  fields,
  problem,
  back,
}: Pick<Route.ComponentProps["loaderData"], "carried" | "typed" | "fields" | "problem" | "back">) {
  const errorOf = (id: string) => (problem?.id === id ? problem.text : undefined);
  return (
    <StepForm className="grid gap-5" noValidate>
      {problem && <ErrorSummary errors={[problem]} />}
      {carried.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the address may have a value twice
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <RadioGroupField
        label="What to do"
        name="act"
        defaultValue={typed.act}
        options={Object.entries(words).map(([value, { label }]) => ({ value, label }))}
      />
      <Field
        label="Tag"
        name="ofTag"
        maxLength={40}
        autoComplete="off"
        defaultValue={typed.ofTag}
        error={errorOf("ofTag")}
        hint="To add or remove one."
      />
      <SelectField
        label="Field"
        name="fieldId"
        defaultValue={typed.fieldId}
        error={errorOf("fieldId")}
        options={[
          { value: "", label: "Choose…" },
          ...fields.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Field
        label="Its new value"
        name="newValue"
        maxLength={1000}
        autoComplete="off"
        defaultValue={typed.newValue}
        hint="Nothing empties the field."
      />
      <p className="row-actions">
        <Button>Go on</Button>
        <ButtonLink to={back} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </StepForm>
  );
}

export { ScreenError as ErrorBoundary };
