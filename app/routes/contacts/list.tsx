import { Download } from "lucide-react";
import { href, Link, Form as StepForm } from "react-router";
import { conditionsOf } from "#app/domain/contacts/segments/schemas.ts";
import { draftQuery } from "#app/domain/contacts/segments/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { isManager } from "#app/platform/roles.ts";
import { MessageCenterTabs } from "#app/routes/campaigns/messageCenterTabs.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/list";
import { ConditionsFields } from "./conditionsFields.tsx";
import { ConsentBadge } from "./consentBadge.tsx";
import { ContactTabs } from "./contactTabs.tsx";
import { addressQuery, hasFilters } from "./filters.ts";
import { callQuery, readFilters } from "./readFilters.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Contacts" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const read = conditionsOf(filters.draft);
  const sort = query.get("sort") ?? "-created";
  const [list, choices] = await orErrorPage(
    Promise.all([
      api("GET /contacts", {
        ...callQuery(filters),
        sort: sort as "-created",
        page: query.get("page") ?? 1,
      }),
      api("GET /conditions/choices", {}),
    ]),
  );
  const problems = read.ok ? undefined : read.problems;
  // A row that was just added is still to be filled in.
  if (query.get("add")) problems?.delete(filters.draft.rows.length - 1);
  return { ...list, choices, filters, problems, sort, isManager: isManager(context.get(userContext)) };
}

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const { contacts, total, more, page, pages, filters, sort } = loaderData;
  const filtered = hasFilters(filters);
  return (
    <>
      <PageHeader
        title="Contacts"
        description="The people you can write to, and whether they agreed to marketing."
        actions={
          <>
            <ButtonLink to={href("/contacts/import")} variant="secondary">
              Import
            </ButtonLink>
            <ButtonLink to={href("/contacts/new")}>New contact</ButtonLink>
          </>
        }
      />
      <MessageCenterTabs />
      <ContactTabs />
      {total === 0 && !filtered ? (
        <NoContacts />
      ) : (
        <>
          <Filters {...loaderData} />
          <Conditions {...loaderData} />
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
            <p className="hint" role="status">
              {more && "More than "}
              {countOf(total, "contact")}
              {filtered && " found"}
              {pages * 50 < total && ". The first 10,000 are listed: search or filter for others"}
            </p>
            <ForAll {...loaderData} />
          </div>
          {total === 0 ? (
            <NoMatch />
          ) : (
            <DataTable
              caption="Contacts"
              paged
              rows={contacts}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => href("/contacts/:contactId", { contactId: id })}
              sort={sort}
              columns={loaderData.isManager ? [choosing, ...columns] : columns}
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
    title="No contacts yet"
    action={<ButtonLink to={href("/contacts/import")}>Import a file</ButtonLink>}
  >
    Bring your customers from a spreadsheet, or add them one by one. People who write to you are added
    automatically.
  </EmptyState>
);

const NoMatch = () => (
  <EmptyState
    art="contacts"
    title="No contact matches"
    action={
      <ButtonLink to={href("/contacts")} variant="secondary">
        Show all contacts
      </ButtonLink>
    }
  >
    Try a part of the name, some digits of the number, or another tag.
  </EmptyState>
);

type Data = Route.ComponentProps["loaderData"];

/** What a manager can do with the chosen contacts, or with all that match. */
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
        Change ticked
      </Button>
      <Button variant="quiet" name="which" value="all">
        Change all
      </Button>
      <a className="button button-quiet" href={`${href("/contacts/export")}?${query}`} download>
        <Download size={18} aria-hidden="true" />
        Export CSV
      </a>
    </StepForm>
  );
}

function Filters({ filters, choices }: Data) {
  const { tag, segment } = filters;
  const listed = choices.segments.some(({ id }) => id === segment);
  return (
    <FilterBar
      search={{ name: "q", value: filters.search, placeholder: "Name, number or tag" }}
      choices={[
        {
          name: "segment",
          label: "Segment",
          value: segment,
          options: [
            { value: "", label: "Any" },
            ...(segment && !listed ? [{ value: segment, label: "Another segment" }] : []),
            ...choices.segments.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        {
          name: "tag",
          label: "Tag",
          value: tag,
          options: [
            { value: "", label: "Any tag" },
            ...(tag && !choices.tags.includes(tag) ? [{ value: tag, label: tag }] : []),
            ...choices.tags.map((one) => ({ value: one, label: one })),
          ],
        },
        {
          name: "consent",
          label: "Consent",
          value: filters.consent,
          options: [
            { value: "", label: "Any" },
            { value: "granted", label: "Consent given" },
            { value: "none", label: "No consent" },
            { value: "opted_out", label: "Opted out" },
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
    <details className="mb-4" open={draft.rows.length > 0}>
      <summary className="link">More conditions</summary>
      <StepForm id="conditions" action="#conditions" className="card mt-3 grid gap-4" noValidate>
        {Object.entries(others).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button className="sr-only" tabIndex={-1} aria-hidden="true">
          Apply
        </Button>
        <ConditionsFields draft={draft} choices={choices} problems={problems} withSegments />
        {draft.rows.length > 0 && (
          <p className="row-actions">
            <Button>Apply</Button>
            <ButtonLink variant="quiet" to={`${href("/contacts/segments/new")}?${draftQuery(draft)}`}>
              Save as a segment
            </ButtonLink>
          </p>
        )}
      </StepForm>
    </details>
  );
}

const choosing: Column<Data["contacts"][number]> = {
  header: "Choose",
  plain: "hidden",
  className: "sm:w-12",
  cell: ({ id, name, phone }) => (
    <label className="choice">
      <input type="checkbox" name="id" value={id} form="bulk" />
      <span className="sr-only">Choose {name || readablePhone(phone ?? "") || "unnamed contact"}</span>
    </label>
  ),
};

const columns: Column<Data["contacts"][number]>[] = [
  {
    header: "Name",
    names: true,
    sortBy: "name",
    cell: ({ name, phone }) => name || readablePhone(phone ?? "") || "Unnamed contact",
  },
  { header: "Phone", className: "sm:w-1/5", cell: ({ phone }) => <Phone value={phone} /> },
  { header: "Tags", className: "sm:w-1/4", cell: ({ tags }) => tags.length > 0 && <Tags tags={tags} /> },
  { header: "Consent", className: "sm:w-1/6", cell: (contact) => <ConsentBadge {...contact} /> },
  {
    header: "Last seen",
    sortBy: "seen",
    className: "sm:w-1/6",
    cell: ({ lastSeen }) =>
      lastSeen ? <Time value={lastSeen} /> : <span className="text-muted">Never</span>,
  },
];

const shownTags = 4;

function Tags({ tags }: { tags: string[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {tags.slice(0, shownTags).map((tag) => (
        <Link key={tag} to={`${href("/contacts")}?${new URLSearchParams({ tag })}`}>
          <Tag>
            <span className="whitespace-normal wrap-anywhere">{tag}</span>
          </Tag>
        </Link>
      ))}
      {tags.length > shownTags && <span className="hint">and {tags.length - shownTags} more</span>}
    </span>
  );
}

export { ScreenError as ErrorBoundary };
