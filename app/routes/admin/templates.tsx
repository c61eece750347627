import { href } from "react-router";
import { settingsForm, templateQuery } from "#app/domain/console/schemas.ts";
import { statusFilters } from "#app/domain/whatsapp/templates/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/templates";

export const meta: Route.MetaFunction = () => [{ title: m.admin_templates_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = templateQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await context.get(apiContext)("GET /admin/templates", filter) };
}

export const action = formAction(settingsForm, async ({ value, api }) => {
  await api("PUT /admin/settings", value);
  return done(
    href("/admin/templates"),
    value.templateReview === "on" ? m.admin_templates_review_on_done() : m.admin_templates_review_off_done(),
  );
});

/** The states of a template, with those pending at the platform first. */
const statuses = () => {
  const { all, ...others } = statusFilters;
  return { all, review: m.admin_templates_statuses_review(), ...others };
};

export default function AdminTemplates({ loaderData: { filter, list }, actionData }: Route.ComponentProps) {
  const figures = (rows: { name: string; value: number }[]) => (
    <DescriptionList items={rows.map(({ name, value }) => ({ term: name, value: formatCount(value) }))} />
  );
  return (
    <>
      <PageHeader title={m.common_templates()} description={m.admin_templates_lead()} />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label={m.admin_templates_all()} value={formatCount(list.counts.total)} />
          <Stat label={m.admin_templates_approved()} value={formatCount(list.counts.approved)} />
          <Stat
            label={m.admin_templates_pending()}
            value={formatCount(list.counts.pending)}
            hint={m.admin_templates_for_our_review_hint({ review: formatCount(list.counts.review) })}
          />
          <Stat label={m.admin_templates_rejected()} value={formatCount(list.counts.rejected)} />
        </StatGrid>
        <div className="grid gap-4 md:grid-cols-3">
          <Card title={m.admin_templates_types_title()}>{figures(list.types)}</Card>
          <Card title={m.common_languages()}>{figures(list.languages)}</Card>
          <Review list={list} answer={actionData} />
        </div>
        <FilterBar
          search={{
            name: "search",
            value: filter.search,
            placeholder: m.admin_templates_template_or_business(),
          }}
          choices={[
            {
              name: "status",
              label: m.common_status(),
              value: filter.status,
              options: Object.entries(statuses()).map(([value, label]) => ({ value, label })),
            },
          ]}
          clear={(filter.search !== "" || filter.status !== "all") && href("/admin/templates")}
        />
        <DataTable
          caption={m.admin_templates_submissions_caption()}
          paged
          rows={list.templates}
          keyOf={(row) => row.id}
          empty={m.admin_templates_no_templates_match_empty()}
          columns={[
            { header: m.common_name(), cell: (row) => row.name, below: (row) => row.business },
            { header: m.common_type(), cell: (row) => row.type },
            { header: m.common_language(), cell: (row) => row.languageName },
            {
              header: m.common_status(),
              cell: (row) => <Badge tone={row.statusWords.tone}>{row.statusWords.label}</Badge>,
            },
            { header: m.admin_submitted(), cell: (row) => <Time value={row.submittedDate} to="day" /> },
            {
              header: m.common_actions(),
              plain: "hidden",
              cell: (row) => (
                <ButtonLink
                  variant="quiet"
                  to={href("/admin/templates/:orgId/:templateId", { orgId: row.orgId, templateId: row.id })}
                >
                  {m.admin_templates_review_link()}
                </ButtonLink>
              ),
            },
          ]}
        />
        <Pagination page={list.page} pages={list.pages} />
      </div>
    </>
  );
}

/** Whether templates are reviewed by the platform before Meta; approvers can switch it. */
function Review({
  list,
  answer,
}: {
  list: Route.ComponentProps["loaderData"]["list"];
  answer: Route.ComponentProps["actionData"];
}) {
  const result = answer?.result;
  return (
    <Card title={m.admin_templates_our_review_title()}>
      <p>{list.reviewOn ? m.admin_templates_review_on_text() : m.admin_templates_review_off_text()}</p>
      {list.maySwitch && (
        <Form method="post" noValidate renews className="mt-3 grid gap-3">
          <ErrorSummary errors={problemsOf(result)} />
          <Field {...fieldProps(result, "reason")} maxLength={500} label={m.common_reason()} required />
          <p className="row-actions">
            <Button variant="secondary" name="templateReview" value={list.reviewOn ? "off" : "on"}>
              {list.reviewOn ? m.admin_templates_switch_off_button() : m.admin_templates_switch_on_button()}
            </Button>
          </p>
        </Form>
      )}
    </Card>
  );
}
