import { data, href, Link, useLocation } from "react-router";
import { z } from "zod";
import { templateFilter } from "#app/domain/whatsapp/templates/schemas.ts";
import { statusFilters } from "#app/domain/whatsapp/templates/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { ReloadHint, useReviewNews } from "./review.tsx";

const schema = z.object({ intent: z.literal("refresh") });

export const meta: Route.MetaFunction = () => [{ title: m.common_message_templates() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = templateFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await pageApi(context)("GET /templates", filter);
  return { filter, list, mayManage: may(context.get(userContext), "templates.manage") };
}

export const action = formAction(
  schema,
  async ({ api }) => {
    const { added, changed, removed } = await api("POST /templates/refresh", {});
    const text =
      added + changed + removed === 0
        ? m.templates_list_up_to_date_done()
        : m.templates_list_synced_done({ added, changed, removed });
    return done(href("/templates"), text);
  },
  {
    refused({ error }) {
      if (!error) throw data(m.templates_list_form_unknown(), { status: 400 });
      return failed(href("/templates"), error.message);
    },
  },
);

export default function Templates({ loaderData: { filter, list, mayManage } }: Route.ComponentProps) {
  const { search } = useLocation();
  const someReviewed = list.templates.some(({ underReview }) => underReview);
  useReviewNews(someReviewed);
  const filtered = filter.search !== "" || filter.status !== "all";
  const create = mayManage && (
    <ButtonLink to={href("/templates/library")}>
      <Icon name="plus" size={18} /> {m.common_create_template()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.common_message_templates()}
        description={m.templates_list_lead()}
        actions={
          <>
            {mayManage && (
              <Form method="post" action={href("/templates")}>
                <Button variant="secondary" name="intent" value="refresh">
                  <Icon name="refresh-cw" size={18} /> {m.common_refresh()}
                </Button>
              </Form>
            )}
            {create}
          </>
        }
      />
      {list.existing === 0 ? (
        <EmptyState art="templates" title={m.templates_no_templates_yet_title()} action={create}>
          {mayManage ? m.templates_list_empty() : m.templates_list_none_for_agents_text()}
        </EmptyState>
      ) : (
        <>
          <FilterBar
            search={{
              name: "search",
              value: filter.search,
              placeholder: m.templates_list_name_or_text_placeholder(),
            }}
            choices={[
              {
                name: "status",
                label: m.common_status(),
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
    </>
  );
}

type List = Route.ComponentProps["loaderData"]["list"];

function TemplateTable({ list, search, mayManage }: { list: List; search: string; mayManage: boolean }) {
  return (
    <DataTable
      caption={m.templates_list_message_templates_caption()}
      paged
      rows={list.templates}
      keyOf={({ id }) => id}
      empty={
        <EmptyState art="templates" title={m.templates_list_no_templates_match_title()}>
          {m.templates_list_no_match_text()}
        </EmptyState>
      }
      columns={[
        { header: m.common_name(), cell: ({ name }) => name, below: ({ account }) => account },
        { header: m.common_type(), cell: ({ type }) => type },
        { header: m.common_language(), cell: ({ languageName }) => languageName },
        {
          header: m.common_status(),
          cell: ({ statusWords: { tone, label } }) => <Badge tone={tone}>{label}</Badge>,
        },
        {
          header: m.templates_date_submitted(),
          className: "sm:whitespace-nowrap",
          cell: ({ dateSubmitted }) => (dateSubmitted ? <Time value={dateSubmitted} to="day" /> : "–"),
        },
        {
          header: m.common_actions(),
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
      <RowLink
        to={`${href("/templates/:templateId", { templateId: id })}${search}`}
        label={m.templates_list_view_label({ name })}
      >
        <Icon name="eye" size={18} />
      </RowLink>
      {mayManage && (
        <>
          <RowLink to={`${href("/templates/new")}?copy=${id}`} label={m.templates_list_copy_label({ name })}>
            <Icon name="copy" size={18} />
          </RowLink>
          <RowLink
            to={`${href("/templates/:templateId/delete", { templateId: id })}${search}`}
            label={m.templates_list_delete_label({ name })}
            className="link-danger"
          >
            <Icon name="trash" size={18} />
          </RowLink>
        </>
      )}
    </span>
  );
}

function RowLink({
  to,
  label,
  className = "",
  children,
}: {
  to: string;
  label: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Link to={to} className={`icon-button ${className}`} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
