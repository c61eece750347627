import { Download } from "lucide-react";
import { Link, Form as SearchForm } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { userContext } from "#app/middleware/session.server.ts";
import { countOf, formatCount } from "#app/shared/counts.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConsentBadge } from "#app/ui/consentBadge.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { MessageCenterTabs } from "#app/ui/messaging/messageCenterTabs.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Pagination, Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/contacts";
import { addressQuery, callQuery, readFilters } from "./contactFilters.ts";

export const meta: Route.MetaFunction = () => [{ title: "Contacts" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const [list, { tags }] = await orErrorPage(
    Promise.all([
      api("GET /contacts", { ...callQuery(filters), page: query.get("page") ?? 1 }),
      api("GET /contacts/tags", {}),
    ]),
  );
  return { ...list, tags, filters, mayExport: context.get(userContext)?.role !== "agent" };
}

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const { contacts, total, page, pages, tags, filters, mayExport } = loaderData;
  const filtered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHeader
        title="Contacts"
        description="The people you can write to, with what they agreed to."
        actions={
          <>
            <ButtonLink to="/contacts/import" variant="secondary">
              Import CSV
            </ButtonLink>
            <ButtonLink to="/contacts/new">New contact</ButtonLink>
          </>
        }
      />
      <MessageCenterTabs />
      {total === 0 && !filtered ? (
        <EmptyState
          title="No contacts yet"
          action={<ButtonLink to="/contacts/import">Import a CSV file</ButtonLink>}
        >
          Bring your customers from a spreadsheet, or add them one by one. People who write to you are added
          by themselves.
        </EmptyState>
      ) : (
        <>
          <Filters filters={filters} tags={tags} />
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
            <p className="hint" role="status">
              {countOf(total, "contact")}
              {filtered && " found"}
            </p>
            {mayExport && total > 0 && (
              <a className="button button-quiet" href={`/contacts/export?${addressQuery(filters)}`} download>
                <Download size={18} aria-hidden="true" />
                Export CSV
              </a>
            )}
          </div>
          {total === 0 ? (
            <EmptyState
              title="No contact matches"
              action={
                <ButtonLink to="/contacts" variant="secondary">
                  Show all contacts
                </ButtonLink>
              }
            >
              Try a part of the name, some digits of the number, or another tag.
            </EmptyState>
          ) : (
            <ContactTable contacts={contacts} />
          )}
          <Pagination page={page} pages={pages} hrefOf={(to) => hrefOf(filters, to)} />
        </>
      )}
    </>
  );
}

type Data = Route.ComponentProps["loaderData"];

function hrefOf(filters: Data["filters"], page: number): string {
  const query = addressQuery(filters);
  query.set("page", String(page));
  return `/contacts?${query}`;
}

function Filters({ filters, tags }: Pick<Data, "filters" | "tags">) {
  const listed = tags.some(({ tag }) => tag === filters.tag);
  return (
    <SearchForm
      className="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]"
      key={JSON.stringify(filters)}
      role="search"
    >
      <Field
        label="Search"
        name="q"
        type="search"
        defaultValue={filters.search}
        placeholder="Name, number or tag"
        maxLength={100}
      />
      <SelectField
        label="Tag"
        name="tag"
        defaultValue={filters.tag}
        options={[
          { value: "", label: "Any tag" },
          ...(filters.tag && !listed ? [{ value: filters.tag, label: filters.tag }] : []),
          ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${formatCount(count)})` })),
        ]}
      />
      <SelectField
        label="Consent"
        name="consent"
        defaultValue={filters.consent}
        options={[
          { value: "", label: "Any" },
          { value: "granted", label: "Consent given" },
          { value: "none", label: "No consent" },
          { value: "opted_out", label: "Opted out" },
        ]}
      />
      <div className="row-actions">
        <Button variant="secondary">Search</Button>
        {Object.values(filters).some(Boolean) && (
          <ButtonLink variant="quiet" to="/contacts">
            Clear
          </ButtonLink>
        )}
      </div>
    </SearchForm>
  );
}

const shownTags = 4;

function ContactTable({ contacts }: Pick<Data, "contacts">) {
  return (
    <Table caption="Contacts" stacked paged>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Phone</th>
          <th scope="col">Tags</th>
          <th scope="col">Consent</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.id}>
            <th scope="row">
              <Link className="link" to={`/contacts/${contact.id}`}>
                {contact.name || readablePhone(contact.phone ?? "") || "Unnamed contact"}
              </Link>
            </th>
            <td data-label="Phone">
              <Phone value={contact.phone} />
            </td>
            <td data-label="Tags" className="sm:min-w-36">
              {contact.tags.length > 0 && (
                <span className="inline-flex flex-wrap gap-1">
                  {contact.tags.slice(0, shownTags).map((tag) => (
                    <Link key={tag} to={`/contacts?${new URLSearchParams({ tag })}`}>
                      <Badge>
                        <span className="whitespace-normal wrap-anywhere">{tag}</span>
                      </Badge>
                    </Link>
                  ))}
                  {contact.tags.length > shownTags && (
                    <span className="hint">and {contact.tags.length - shownTags} more</span>
                  )}
                </span>
              )}
            </td>
            <td data-label="Consent">
              <ConsentBadge {...contact} />
            </td>
            <td data-label="Last seen">
              {contact.lastSeen ? (
                <Time value={contact.lastSeen} />
              ) : (
                <span className="text-muted">Never</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export { ScreenError as ErrorBoundary };
