import { Copy, Eye, Plus, RefreshCw, Trash2 } from "lucide-react";
import {
  data,
  Link,
  Outlet,
  redirect,
  Form as SearchForm,
  useLocation,
  useMatch,
  useRouteLoaderData,
} from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { templateFilter } from "#app/domain/templates/schemas.ts";
import { statusFilters } from "#app/domain/templates/words.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { userContext } from "#app/middleware/session.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Pagination, Table } from "#app/ui/table.tsx";
import { ReloadHint, useReviewNews } from "#app/ui/templates/review.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/templates";
import type { loader as viewLoader } from "./templateView.tsx";

const schema = z.object({ intent: z.literal("refresh") });

export const meta: Route.MetaFunction = () => [{ title: "Message Templates" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = templateFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await orErrorPage(context.get(apiContext)("GET /templates", filter));
  return { filter, list, mayManage: context.get(userContext)?.role !== "agent" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") throw data("This form is not known.", { status: 400 });
  const kind = await context
    .get(apiContext)("POST /templates/refresh", {})
    .then(({ added, changed, removed }) => ({
      kind: "success" as const,
      text:
        added + changed + removed === 0
          ? "Everything is as Meta has it."
          : `From Meta: ${added} new, ${changed} changed, ${removed} deleted.`,
    }))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { kind: "error" as const, text: error.message };
    });
  return redirect("/templates", { headers: withToast(kind) });
}

export default function Templates({ loaderData: { filter, list, mayManage } }: Route.ComponentProps) {
  const { search } = useLocation();
  const isModalOpen = useMatch("/templates") === null;
  const viewed = useRouteLoaderData<typeof viewLoader>("routes/workspace/templateView")?.template;
  const isWriting = useMatch("/templates/new") !== null;
  const someReviewed = list.templates.some(({ underReview }) => underReview);
  useReviewNews(!isWriting && (someReviewed || viewed?.underReview === true));
  const filtered = filter.search !== "" || filter.status !== "all";
  const create = mayManage && (
    <ButtonLink to={`/templates/new${search}`} preventScrollReset>
      <Plus size={18} aria-hidden="true" /> Create Template
    </ButtonLink>
  );
  return (
    <>
      <div inert={isModalOpen}>
        <PageHeader
          title="Message Templates"
          description="Texts that Meta has approved. Only these can open a conversation with a customer."
          actions={
            <>
              {mayManage && (
                <Form method="post" action="/templates">
                  <Button variant="secondary" name="intent" value="refresh">
                    <RefreshCw size={18} aria-hidden="true" /> Refresh
                  </Button>
                </Form>
              )}
              {create}
            </>
          }
        />
        {list.existing === 0 ? (
          <EmptyState title="No templates yet" action={create}>
            {mayManage
              ? "Write your first template. Meta reviews it, mostly within minutes, at most within a day."
              : "What your organisation's owners and admins write, and Meta approves, is listed here."}
          </EmptyState>
        ) : (
          <>
            <SearchForm
              method="get"
              action="/templates"
              role="search"
              className="mb-4 flex flex-wrap items-end gap-3"
            >
              <Field
                label="Search"
                name="search"
                type="search"
                defaultValue={filter.search}
                placeholder="Name or text"
                className="min-w-48 flex-1"
              />
              <SelectField
                label="Status"
                name="status"
                defaultValue={filter.status}
                options={Object.entries(statusFilters).map(([value, label]) => ({ value, label }))}
              />
              <Button variant="secondary">Filter</Button>
              {filtered && (
                <ButtonLink variant="quiet" to="/templates">
                  Clear
                </ButtonLink>
              )}
            </SearchForm>
            {someReviewed && <ReloadHint />}
            <List list={list} search={search} mayManage={mayManage} />
            <Pagination
              page={list.page}
              pages={list.pages}
              hrefOf={(page) => `/templates?${new URLSearchParams({ ...filter, page: String(page) })}`}
            />
          </>
        )}
      </div>
      <Outlet />
    </>
  );
}

function List({
  list,
  search,
  mayManage,
}: {
  list: Route.ComponentProps["loaderData"]["list"];
  search: string;
  mayManage: boolean;
}) {
  if (list.total === 0) {
    return <EmptyState title="No template fits">Try another word, or all statuses.</EmptyState>;
  }
  return (
    <Table caption="Message templates" stacked paged>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Language</th>
          <th scope="col">Status</th>
          <th scope="col">Date submitted</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.templates.map((template) => (
          <tr key={template.id}>
            <th scope="row">{template.name}</th>
            <td data-label="Type">{template.type}</td>
            <td data-label="Language">{template.languageName}</td>
            <td data-label="Status">
              <Badge tone={template.statusWords.tone}>{template.statusWords.label}</Badge>
            </td>
            <td data-label="Date submitted" className="sm:whitespace-nowrap">
              {template.dateSubmitted ? <Time value={template.dateSubmitted} to="day" /> : "–"}
            </td>
            <td>
              <span className="flex justify-end gap-1">
                <RowLink to={`/templates/${template.id}${search}`} label={`View ${template.name}`}>
                  <Eye size={18} aria-hidden="true" />
                </RowLink>
                {mayManage && (
                  <>
                    <RowLink to={`/templates/new?copy=${template.id}`} label={`Copy ${template.name}`}>
                      <Copy size={18} aria-hidden="true" />
                    </RowLink>
                    <RowLink
                      to={`/templates/${template.id}/delete${search}`}
                      label={`Delete ${template.name}`}
                    >
                      <Trash2 size={18} aria-hidden="true" />
                    </RowLink>
                  </>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RowLink({ to, label, children }: { to: string; label: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="icon-button" aria-label={label} title={label} preventScrollReset>
      {children}
    </Link>
  );
}

export { ScreenError as ErrorBoundary };
