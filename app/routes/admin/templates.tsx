import { href } from "react-router";
import { settingsForm, templateQuery } from "#app/domain/console/schemas.ts";
import { formatCount } from "#app/platform/counts.ts";
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
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/templates";

export const meta: Route.MetaFunction = () => [{ title: "Templates – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = templateQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await context.get(apiContext)("GET /admin/templates", filter) };
}

export const action = formAction(settingsForm, async ({ value, api }) => {
  await api("PUT /admin/settings", value);
  return done(href("/admin/templates"), `Review of templates is ${value.templateReview}.`);
});

const statuses = ["all", "review", "approved", "pending", "rejected", "paused", "disabled"];

export default function AdminTemplates({ loaderData: { filter, list }, actionData }: Route.ComponentProps) {
  const figures = (rows: { name: string; value: number }[]) => (
    <DescriptionList items={rows.map(({ name, value }) => ({ term: name, value: formatCount(value) }))} />
  );
  return (
    <>
      <PageHeader title="Templates" description="What organisations submitted, the newest first." />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label="All" value={formatCount(list.counts.total)} />
          <Stat label="Approved" value={formatCount(list.counts.approved)} />
          <Stat
            label="Pending"
            value={formatCount(list.counts.pending)}
            hint={`${formatCount(list.counts.review)} for our review`}
          />
          <Stat label="Rejected" value={formatCount(list.counts.rejected)} />
        </StatGrid>
        <div className="grid gap-4 md:grid-cols-3">
          <Card title="Types">{figures(list.types)}</Card>
          <Card title="Languages">{figures(list.languages)}</Card>
          <Review list={list} answer={actionData} />
        </div>
        <FilterBar
          search={{ name: "search", value: filter.search, placeholder: "Template or business" }}
          choices={[
            {
              name: "status",
              label: "Status",
              value: filter.status,
              options: statuses.map((value) => ({ value, label: value === "all" ? "All statuses" : value })),
            },
          ]}
          clear={(filter.search !== "" || filter.status !== "all") && href("/admin/templates")}
        />
        <DataTable
          caption="Submissions"
          paged
          rows={list.templates}
          keyOf={(row) => row.id}
          empty="No template matches."
          columns={[
            { header: "Name", cell: (row) => row.name, below: (row) => row.business },
            { header: "Type", cell: (row) => row.type },
            { header: "Language", cell: (row) => row.languageName },
            {
              header: "Status",
              cell: (row) => <Badge tone={row.statusWords.tone}>{row.statusWords.label}</Badge>,
            },
            { header: "Submitted", cell: (row) => <Time value={row.submittedDate} to="day" /> },
            {
              header: "Actions",
              plain: "hidden",
              cell: (row) => (
                <ButtonLink
                  variant="quiet"
                  to={href("/admin/templates/:orgId/:templateId", { orgId: row.orgId, templateId: row.id })}
                >
                  Review
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

/** Whether templates wait for the platform before they go to Meta; who may decide it can switch it. */
function Review({
  list,
  answer,
}: {
  list: Route.ComponentProps["loaderData"]["list"];
  answer: Route.ComponentProps["actionData"];
}) {
  const result = answer?.result;
  return (
    <Card title="Our review">
      <p>
        {list.reviewOn
          ? "On: new templates wait for us before they go to Meta."
          : "Off: templates go to Meta at once."}
      </p>
      {list.maySwitch && (
        <Form method="post" noValidate className="mt-3 grid gap-3">
          <ErrorSummary errors={problemsOf(result)} />
          <Field
            label="Reason"
            name="reason"
            required
            defaultValue={typedOr(result, "reason", "")}
            error={errorAt(result, "reason")}
          />
          <p className="row-actions">
            <Button variant="secondary" name="templateReview" value={list.reviewOn ? "off" : "on"}>
              Switch it {list.reviewOn ? "off" : "on"}
            </Button>
          </p>
        </Form>
      )}
    </Card>
  );
}
