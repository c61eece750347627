import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { mergeChoices } from "#app/domain/contacts/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/merge";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_merge_contacts() }];

/** First the other contact is searched, then both are compared. */
export async function loader({ request, context, params: { contactId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = new URL(request.url).searchParams;
  const otherContactId = query.get("with")?.slice(0, 60);
  const search = query.get("q")?.slice(0, 100) ?? "";
  const { contact } = await api("GET /contacts/:contactId", { contactId });
  if (otherContactId)
    return {
      contact,
      search,
      found: [],
      pair: await api("GET /contacts/:contactId/merge", { contactId, otherContactId }),
    };
  // Contacts with the same name are suggested.
  const wanted = search || contact.name.slice(0, 100);
  const list = wanted ? await api("GET /contacts", { search: wanted }) : undefined;
  const found = (list?.contacts ?? []).filter(({ id }) => id !== contactId).slice(0, 20);
  return { contact, search, found, pair: undefined };
}

export const action = formAction(
  mergeChoices,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    await api("POST /contacts/:contactId/merge", { ...value, contactId });
    return done(href("/contacts/:contactId", { contactId }), m.contacts_merge_contacts_merged_done());
  },
);

export default function Merge({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, search, found, pair } = loaderData;
  const name = contact.name || readablePhone(contact.phone ?? "") || m.contacts_unnamed_contact();
  return (
    <>
      <PageHeader
        title={m.contacts_merge_contacts()}
        description={
          <span className="wrap-anywhere">
            <ParaglideMessage message={m.contacts_merge_lead} markup={{ b: () => <b>{name}</b> }} />
          </span>
        }
        actions={
          <ButtonLink variant="secondary" to={href("/contacts/:contactId", { contactId: contact.id })}>
            {m.contacts_back_to_contact_link()}
          </ButtonLink>
        }
      />
      {pair ? (
        <Card className="max-w-3xl">
          <Comparison pair={pair} answer={actionData} />
        </Card>
      ) : (
        <Card>
          <div className="grid gap-5">
            <FilterBar
              search={{ name: "q", value: search, placeholder: m.common_contact_search_placeholder() }}
            />
            <DataTable
              caption={m.contacts_merge_contacts_to_merge_with()}
              rows={found}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => `?${new URLSearchParams({ with: id })}`}
              empty={m.contacts_merge_empty()}
              columns={[
                {
                  header: m.contacts_merge_compare_with(),
                  cell: (one) => one.name || readablePhone(one.phone ?? "") || m.contacts_unnamed_contact(),
                },
                { header: m.common_phone(), cell: ({ phone }) => <Phone value={phone} /> },
                { header: m.contacts_added(), cell: ({ createdAt }) => <Time value={createdAt} to="day" /> },
              ]}
            />
          </div>
        </Card>
      )}
    </>
  );
}

type Pair = NonNullable<Route.ComponentProps["loaderData"]["pair"]>;

function Comparison({
  pair: { kept, gone, differing },
  answer,
}: {
  pair: Pair;
  answer: Route.ComponentProps["actionData"];
}) {
  const either = (name: string, label: string, own: string, other: string) =>
    own && other && own !== other ? (
      <RadioGroupField
        label={label}
        name={name}
        defaultValue="kept"
        options={[
          { value: "kept", label: <span className="wrap-anywhere">{own}</span> },
          { value: "gone", label: <span className="wrap-anywhere">{other}</span> },
        ]}
      />
    ) : (
      (own || other) && (
        <p>
          <span className="label block">{label}</span>
          <span className="wrap-anywhere">{own || other}</span>
        </p>
      )
    );
  const tags = [...new Set([...kept.tags, ...gone.tags])];
  return (
    <ConfirmForm
      answer={answer}
      confirm={{ label: m.contacts_merge_contacts_label() }}
      keep={{ label: m.contacts_merge_keep_both(), to: href("/contacts/:contactId", { contactId: kept.id }) }}
    >
      <input type="hidden" name="otherContactId" value={gone.id} />
      {either("name", m.common_name(), kept.name, gone.name)}
      {either("phone", m.common_phone(), readablePhone(kept.phone ?? ""), readablePhone(gone.phone ?? ""))}
      {differing.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="label mb-2">{m.contacts_merge_values_legend()}</legend>
          {differing.map((one) => (
            <label key={one.name} className="choice">
              <input type="checkbox" name="fields" value={one.name} />
              <span className="wrap-anywhere">
                {labelled(one.name, one.gone)}{" "}
                <span className="hint">{m.contacts_merge_instead_of_text({ value: one.kept })}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {tags.length > 0 && (
        <p className="wrap-anywhere">{m.contacts_merge_tags_of_both_text({ tags: tags.join(", ") })}</p>
      )}
      <Notice
        tone={kept.optedOutAt || gone.optedOutAt ? "warn" : "info"}
        title={m.contacts_merge_what_happens_next_notice()}
      >
        {m.contacts_merge_kept_notice({
          optedOutAt:
            kept.optedOutAt || gone.optedOutAt
              ? m.contacts_merge_opted_out_text()
              : m.contacts_merge_consent_text(),
        })}
      </Notice>
    </ConfirmForm>
  );
}
