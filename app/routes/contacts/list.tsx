import { Download } from "lucide-react";
import { href, Link } from "react-router";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { isManager } from "#app/platform/roles.ts";
import { MessageCenterTabs } from "#app/routes/campaigns/messageCenterTabs.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
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
import { ConsentBadge } from "./consentBadge.tsx";
import { ContactTabs } from "./contactTabs.tsx";
import { addressQuery, callQuery, readFilters } from "./filters.ts";

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
  return { ...list, tags, filters, mayExport: isManager(context.get(userContext)) };
}

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const { contacts, total, more, page, pages, tags, filters, mayExport } = loaderData;
  const filtered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHeader
        title="Contacts"
        description="The people you can write to, and whether they agreed to marketing."
        actions={
          <>
            <ButtonLink to={href("/contacts/import")} variant="secondary">
              Import CSV
            </ButtonLink>
            <ButtonLink to={href("/contacts/new")}>New contact</ButtonLink>
          </>
        }
      />
      <MessageCenterTabs />
      <ContactTabs />
      {total === 0 && !filtered ? (
        <EmptyState
          art="contacts"
          title="No contacts yet"
          action={<ButtonLink to={href("/contacts/import")}>Import a CSV file</ButtonLink>}
        >
          Bring your customers from a spreadsheet, or add them one by one. People who write to you are added
          automatically.
        </EmptyState>
      ) : (
        <>
          <Filters filters={filters} tags={tags} />
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
            <p className="hint" role="status">
              {countOf(total, "contact")}
              {filtered && " found"}
              {more && ". There may be more: type more of the name or number."}
            </p>
            {mayExport && total > 0 && (
              <a
                className="button button-quiet"
                href={`${href("/contacts/export")}?${addressQuery(filters)}`}
                download
              >
                <Download size={18} aria-hidden="true" />
                Export CSV
              </a>
            )}
          </div>
          {total === 0 ? (
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
          ) : (
            <DataTable
              caption="Contacts"
              paged
              rows={contacts}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => href("/contacts/:contactId", { contactId: id })}
              columns={columns}
            />
          )}
          <Pagination page={page} pages={pages} />
        </>
      )}
    </>
  );
}

type Data = Route.ComponentProps["loaderData"];

function Filters({ filters, tags }: Pick<Data, "filters" | "tags">) {
  const listed = tags.some(({ tag }) => tag === filters.tag);
  return (
    <FilterBar
      search={{ name: "q", value: filters.search, placeholder: "Name, number or tag" }}
      choices={[
        {
          name: "tag",
          label: "Tag",
          value: filters.tag,
          options: [
            { value: "", label: "Any tag" },
            ...(filters.tag && !listed ? [{ value: filters.tag, label: filters.tag }] : []),
            ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${formatCount(count)})` })),
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
      clear={Object.values(filters).some(Boolean) && href("/contacts")}
    />
  );
}

const columns: Column<Data["contacts"][number]>[] = [
  {
    header: "Name",
    cell: ({ name, phone }) => name || readablePhone(phone ?? "") || "Unnamed contact",
  },
  { header: "Phone", className: "sm:w-1/5", cell: ({ phone }) => <Phone value={phone} /> },
  { header: "Tags", className: "sm:w-1/4", cell: ({ tags }) => tags.length > 0 && <Tags tags={tags} /> },
  { header: "Consent", className: "sm:w-1/6", cell: (contact) => <ConsentBadge {...contact} /> },
  {
    header: "Last seen",
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
          <Badge>
            <span className="whitespace-normal wrap-anywhere">{tag}</span>
          </Badge>
        </Link>
      ))}
      {tags.length > shownTags && <span className="hint">and {tags.length - shownTags} more</span>}
    </span>
  );
}

export { ScreenError as ErrorBoundary };
