import { href, redirect, Form as StepForm } from "react-router";
import { bulkChange } from "#app/domain/contacts/bulk/schemas.ts";
import { counted } from "#app/platform/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/bulk";
import { addressQuery } from "./filters.ts";
import { callQuery, readFilters } from "./readFilters.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_change_contacts_together() }];

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
    return { id: "ofTag", text: m.contacts_write_the_tag() };
  if (act === "set_field" && fieldId === "") return { id: "fieldId", text: m.contacts_choose_the_field() };
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
      ? m.contacts_this_is_done_in_the_background({
          contacts: counted(m.counts_contacts, count),
        })
      : m.contacts_changed({ contacts: counted(m.counts_contacts, count) }),
  );
});

export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const { count, fields, back, carried, change } = loaderData;
  const field = fields.find(({ id }) => id === change?.fieldId);
  return (
    <>
      <PageHeader
        title={m.contacts_change_contacts_together()}
        description={m.contacts_are_meant({
          contacts: counted(m.counts_contacts, count),
        })}
      />
      <Card className="max-w-2xl">
        {change ? (
          <ConfirmForm
            answer={actionData}
            confirm={{ label: words[change.act].button, harmless: !words[change.act].isDanger }}
            keep={{ label: m.common_cancel(), to: back }}
          >
            <p className="wrap-anywhere">
              {words[change.act].asks(
                counted(m.counts_contacts, count),
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
    get label() {
      return m.contacts_add_a_tag();
    },
    get button() {
      return m.contacts_add_the_tag();
    },
    asks: (contacts, tag) => m.contacts_the_tag_is_added_to_who({ tag, contacts }),
  },
  remove_tag: {
    get label() {
      return m.contacts_remove_a_tag();
    },
    get button() {
      return m.contacts_remove_the_tag();
    },
    asks: (contacts, tag) => m.contacts_the_tag_is_removed_from_where({ tag, contacts }),
  },
  set_field: {
    get label() {
      return m.contacts_set_a_field();
    },
    get button() {
      return m.contacts_set_the_field();
    },
    isDanger: true,
    asks: (contacts, _tag, field, value) =>
      value
        ? m.contacts_of_becomes_what_stood_there_before({ field, contacts, value })
        : m.contacts_of_is_emptied_what_stood_there({ field, contacts }),
  },
  withdraw_consent: {
    get label() {
      return m.contacts_withdraw_their_consent_to_marketing();
    },
    get button() {
      return m.contacts_withdraw_consent();
    },
    isDanger: true,
    asks: (contacts) => m.contacts_marketing_goes_no_more_to_they({ contacts }),
  },
  delete: {
    get label() {
      return m.contacts_delete_them();
    },
    get button() {
      return m.contacts_delete_contacts();
    },
    isDanger: true,
    asks: (contacts) => m.contacts_are_deleted_with_what_was_said({ contacts }),
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
        label={m.contacts_what_to_do()}
        name="act"
        defaultValue={typed.act}
        options={Object.entries(words).map(([value, { label }]) => ({ value, label }))}
      />
      <Field
        label={m.contacts_tag()}
        name="ofTag"
        maxLength={40}
        autoComplete="off"
        defaultValue={typed.ofTag}
        error={errorOf("ofTag")}
        hint={m.contacts_to_add_or_remove_one()}
      />
      <SelectField
        label={m.contacts_field()}
        name="fieldId"
        defaultValue={typed.fieldId}
        error={errorOf("fieldId")}
        options={[
          { value: "", label: m.contacts_choose() },
          ...fields.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Field
        label={m.contacts_its_new_value()}
        name="newValue"
        maxLength={1000}
        autoComplete="off"
        defaultValue={typed.newValue}
        hint={m.contacts_nothing_empties_the_field()}
      />
      <p className="row-actions">
        <Button>{m.contacts_go_on()}</Button>
        <ButtonLink to={back} variant="quiet">
          {m.common_cancel()}
        </ButtonLink>
      </p>
    </StepForm>
  );
}

export { ScreenError as ErrorBoundary };
