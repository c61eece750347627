import { href, Form as StepForm } from "react-router";
import { conditionsOf } from "#app/domain/contacts/segments/schemas.ts";
import { draftQuery } from "#app/domain/contacts/segments/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { pageSize } from "#app/platform/pageOf.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { ConditionsFields } from "./conditionsFields.tsx";
import { columns, selectionColumn } from "./contactColumns.tsx";
import { ContactTabs } from "./contactTabs.tsx";
import { addressQuery, hasFilters } from "./filters.ts";
import { callQuery, readFilters } from "./readFilters.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.common_contacts() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const read = conditionsOf(filters.draft);
  const sort = query.get("sort") ?? "-created";
  const [list, choices] = await Promise.all([
    api("GET /contacts", {
      ...callQuery(filters),
      sort: sort as "-created",
      page: query.get("page") ?? 1,
    }),
    api("GET /conditions/choices", {}),
  ]);
  const problems = read.ok ? undefined : read.problems;
  // A row that was just added is still empty.
  if (query.get("add")) problems?.delete(filters.draft.rows.length - 1);
  return {
    ...list,
    choices,
    filters,
    problems,
    sort,
    isManager: may(context.get(userContext), "contacts.bulk"),
  };
}

function countWords({ total, more, filtered }: { total: number; more: boolean; filtered: boolean }): string {
  const contacts = counted(m.counts_contacts, total);
  if (more) return m.contacts_list_count_more_than({ contacts });
  return filtered ? m.contacts_list_count_found({ contacts }) : contacts;
}

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const { contacts, total, more, page, pages, filters, sort } = loaderData;
  const filtered = hasFilters(filters);
  return (
    <>
      <PageHeader
        title={m.common_contacts()}
        description={m.contacts_list_lead()}
        actions={
          <>
            <ButtonLink to={href("/contacts/import")} variant="secondary">
              {m.contacts_import()}
            </ButtonLink>
            <ButtonLink to={href("/contacts/new")}>{m.contacts_new_contact()}</ButtonLink>
          </>
        }
      />
      <ContactTabs />
      {total === 0 && !filtered ? (
        <NoContacts />
      ) : (
        <>
          <Filters {...loaderData} />
          <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-1">
            <Conditions {...loaderData} />
            <div className="hint mr-auto" role="status">
              <p>{countWords({ total, more, filtered })}</p>
              {pages * pageSize < total && (
                <p>{m.contacts_list_shown_text({ listed: formatCount(pages * pageSize) })}</p>
              )}
            </div>
            <ForAll {...loaderData} />
          </div>
          {total === 0 ? (
            <NoMatch />
          ) : (
            <DataTable
              caption={m.common_contacts()}
              paged
              rows={contacts}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => href("/contacts/:contactId", { contactId: id })}
              sort={sort}
              columns={loaderData.isManager ? [selectionColumn, ...columns] : columns}
            />
          )}
          <Pagination page={page} pages={pages} />
        </>
      )}
    </>
  );
}

const NoContacts = () => (
  <EmptyState
    art="contacts"
    title={m.contacts_list_no_contacts_yet_title()}
    action={<ButtonLink to={href("/contacts/import")}>{m.contacts_list_import_file_link()}</ButtonLink>}
  >
    {m.contacts_list_empty()}
  </EmptyState>
);

const NoMatch = () => (
  <EmptyState
    art="contacts"
    title={m.contacts_list_no_contacts_match_title()}
    action={
      <ButtonLink to={href("/contacts")} variant="secondary">
        {m.contacts_list_show_all_contacts_link()}
      </ButtonLink>
    }
  >
    {m.contacts_list_no_match_text()}
  </EmptyState>
);

type Data = Route.ComponentProps["loaderData"];

/** A manager's actions on the selected contacts, or on all that match. */
function ForAll({ filters, total, isManager }: Data) {
  if (!isManager || total === 0) return null;
  const query = addressQuery(filters);
  return (
    <StepForm id="bulk" action={href("/contacts/bulk")} className="row-actions">
      {[...query].map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the address may have a value twice
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button variant="quiet" name="which" value="chosen">
        {m.contacts_list_edit_selected_button()}
      </Button>
      <Button variant="quiet" name="which" value="all">
        {m.contacts_list_edit_all_button()}
      </Button>
      <a className="button button-quiet" href={`${href("/contacts/export")}?${query}`} download>
        {m.common_export_csv()}
      </a>
    </StepForm>
  );
}

function Filters({ filters, choices }: Data) {
  const { tag, segment } = filters;
  const listed = choices.segments.some(({ id }) => id === segment);
  return (
    <FilterBar
      search={{ name: "q", value: filters.search, placeholder: m.common_contact_search_placeholder() }}
      choices={[
        {
          name: "segment",
          label: m.common_segment(),
          value: segment,
          options: [
            { value: "", label: m.contacts_list_any_label() },
            ...(segment && !listed ? [{ value: segment, label: m.contacts_list_other_segment() }] : []),
            ...choices.segments.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        {
          name: "tag",
          label: m.common_tag(),
          value: tag,
          options: [
            { value: "", label: m.contacts_list_any_tag() },
            ...(tag && !choices.tags.includes(tag) ? [{ value: tag, label: tag }] : []),
            ...choices.tags.map((one) => ({ value: one, label: one })),
          ],
        },
        {
          name: "consent",
          label: m.common_consent(),
          value: filters.consent,
          options: [
            { value: "", label: m.contacts_list_any_label() },
            { value: "granted", label: m.contacts_list_consent_given() },
            { value: "none", label: m.contacts_no_consent() },
            { value: "opted_out", label: m.common_opted_out() },
          ],
        },
      ]}
      clear={hasFilters(filters) && href("/contacts")}
    />
  );
}

/** Conditions of the address: applied to the list, or saved as a segment. */
function Conditions({ filters, choices, problems }: Data) {
  const { draft, search, tag, consent, segment } = filters;
  const others = { q: search, tag, consent, segment };
  return (
    <details className="open:basis-full" open={draft.rows.length > 0}>
      <summary className="link">{m.contacts_list_more_conditions_summary()}</summary>
      <StepForm id="conditions" action="#conditions" className="card mt-3 grid gap-4" noValidate>
        {Object.entries(others).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button className="sr-only" tabIndex={-1} aria-hidden="true">
          {m.contacts_list_apply_button()}
        </Button>
        <ConditionsFields draft={draft} choices={choices} problems={problems} withSegments />
        {draft.rows.length > 0 && (
          <p className="row-actions">
            <Button>{m.contacts_list_apply_button()}</Button>
            <ButtonLink variant="quiet" to={`${href("/contacts/segments/new")}?${draftQuery(draft)}`}>
              {m.contacts_list_save_as_segment_link()}
            </ButtonLink>
          </p>
        )}
      </StepForm>
    </details>
  );
}
