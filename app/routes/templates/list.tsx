import { BookOpen, Copy, Eye, Plus, RefreshCw, Trash2 } from "lucide-react";
import { data, href, Link, Outlet, redirect, useLocation, useMatch, useRouteLoaderData } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { templateFilter } from "#app/domain/whatsapp/templates/schemas.ts";
import { statusFilters } from "#app/domain/whatsapp/templates/words.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Form } from "#app/ui/form.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import type { Route } from "./+types/list";
import { ReloadHint, useReviewNews } from "./review.tsx";
import type { loader as viewLoader } from "./show.tsx";

const schema = z.object({ intent: z.literal("refresh") });

export const meta: Route.MetaFunction = () => [{ title: "Message Templates" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = templateFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await orErrorPage(context.get(apiContext)("GET /templates", filter));
  return { filter, list, mayManage: isManager(context.get(userContext)) };
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
          ? "Templates are up to date."
          : `From Meta: ${added} new, ${changed} changed, ${removed} deleted.`,
    }))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { kind: "error" as const, text: error.message };
    });
  return redirect(href("/templates"), { headers: withToast(kind) });
}

export default function Templates({ loaderData: { filter, list, mayManage } }: Route.ComponentProps) {
  const { search } = useLocation();
  const viewed = useRouteLoaderData<typeof viewLoader>("routes/templates/show")?.template;
  const isWriting = useMatch("/templates/new") !== null;
  const someReviewed = list.templates.some(({ underReview }) => underReview);
  useReviewNews(!isWriting && (someReviewed || viewed?.underReview === true));
  const filtered = filter.search !== "" || filter.status !== "all";
  const create = mayManage && (
    <ButtonLink to={`${href("/templates/new")}${search}`} preventScrollReset>
      <Plus size={18} aria-hidden="true" /> Create Template
    </ButtonLink>
  );
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader
          title="Message Templates"
          description="Texts that Meta has approved. Only these can start a conversation with a customer."
          actions={
            <>
              {mayManage && (
                <Form method="post" action={href("/templates")}>
                  <Button variant="secondary" name="intent" value="refresh">
                    <RefreshCw size={18} aria-hidden="true" /> Refresh
                  </Button>
                </Form>
              )}
              <ButtonLink variant="secondary" to={href("/templates/library")} preventScrollReset>
                <BookOpen size={18} aria-hidden="true" /> Library
              </ButtonLink>
              {create}
            </>
          }
        />
        {list.existing === 0 ? (
          <EmptyState art="templates" title="No templates yet" action={create}>
            {mayManage
              ? "Write your first template. Meta reviews it, mostly within minutes, at most within a day."
              : "Templates that your owners and admins write and Meta approves appear here."}
          </EmptyState>
        ) : (
          <>
            <FilterBar
              search={{ name: "search", value: filter.search, placeholder: "Name or text" }}
              choices={[
                {
                  name: "status",
                  label: "Status",
                  value: filter.status,
                  options: Object.entries(statusFilters).map(([value, label]) => ({ value, label })),
                },
              ]}
              clear={filtered && href("/templates")}
            />
            {someReviewed && <ReloadHint />}
            <TemplateTable list={list} search={search} mayManage={mayManage} />
            <Pagination page={list.page} pages={list.pages} path={href("/templates")} />
          </>
        )}
      </div>
      <Outlet />
    </>
  );
}

type List = Route.ComponentProps["loaderData"]["list"];

function TemplateTable({ list, search, mayManage }: { list: List; search: string; mayManage: boolean }) {
  return (
    <DataTable
      caption="Message templates"
      paged
      rows={list.templates}
      keyOf={({ id }) => id}
      empty={
        <EmptyState art="templates" title="No template matches">
          Try another word, or all statuses.
        </EmptyState>
      }
      columns={[
        { header: "Name", cell: ({ name }) => name, below: ({ account }) => account },
        { header: "Type", cell: ({ type }) => type },
        { header: "Language", cell: ({ languageName }) => languageName },
        {
          header: "Status",
          cell: ({ statusWords: { tone, label } }) => <Badge tone={tone}>{label}</Badge>,
        },
        {
          header: "Date submitted",
          className: "sm:whitespace-nowrap",
          cell: ({ dateSubmitted }) => (dateSubmitted ? <Time value={dateSubmitted} to="day" /> : "–"),
        },
        {
          header: "Actions",
          plain: "hidden",
          cell: (template) => <RowActions template={template} search={search} mayManage={mayManage} />,
        },
      ]}
    />
  );
}

function RowActions({
  template: { id, name },
  search,
  mayManage,
}: {
  template: List["templates"][number];
  search: string;
  mayManage: boolean;
}) {
  return (
    <span className="flex justify-end gap-1">
      <RowLink to={`${href("/templates/:templateId", { templateId: id })}${search}`} label={`View ${name}`}>
        <Eye size={18} aria-hidden="true" />
      </RowLink>
      {mayManage && (
        <>
          <RowLink to={`${href("/templates/new")}?copy=${id}`} label={`Copy ${name}`}>
            <Copy size={18} aria-hidden="true" />
          </RowLink>
          <RowLink
            to={`${href("/templates/:templateId/delete", { templateId: id })}${search}`}
            label={`Delete ${name}`}
          >
            <Trash2 size={18} aria-hidden="true" />
          </RowLink>
        </>
      )}
    </span>
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
