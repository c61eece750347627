import { href } from "react-router";
import { z } from "zod";
import { visitMinutes } from "#app/domain/console/words.ts";
import { requestKinds, requestStates } from "#app/domain/contacts/requests/words.ts";
import { retentionForm, supportForm } from "#app/domain/organisations/privacy/schemas.ts";
import { retentionChoices } from "#app/domain/organisations/privacy/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { CheckboxField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/privacy";

const schema = z.discriminatedUnion("intent", [
  retentionForm.extend({ intent: z.literal("retention") }),
  supportForm.extend({ intent: z.literal("support") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.organisation_privacy_and_data() }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [found, { requests }] = await Promise.all([
    api("GET /privacy", {}),
    api("GET /privacy/requests", {}),
  ]);
  return { ...found, requests };
}

export const action = formAction(schema, async ({ value, api }) => {
  if (value.intent === "retention") {
    await api("PUT /privacy/retention", { retentionDays: value.retentionDays });
    return done(
      href("/settings/privacy"),
      m.organisation_privacy_retention_done({ retentionDays: value.retentionDays }),
    );
  }
  const allowed = value.supportAllowed === "on";
  await api("PUT /privacy/support", { allowed });
  return done(
    href("/settings/privacy"),
    allowed ? m.organisation_privacy_allowed_done() : m.organisation_privacy_support_off_done(),
  );
});

export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, visits, reports, requests } = loaderData;
  return (
    <div className="max-w-3xl">
      <PageHeader title={m.organisation_privacy_and_data()} description={m.organisation_privacy_lead()} />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(actionData?.result)} />
        <Requests rows={requests} />
        <Retention days={settings.retentionDays} reports={reports} />
        <Support allowed={settings.supportAllowed} visits={visits} />
      </div>
    </div>
  );
}

type Data = Route.ComponentProps["loaderData"];

function Requests({ rows }: { rows: Data["requests"] }) {
  return (
    <Card title={m.common_privacy_requests()}>
      <p className="mb-4 text-muted">
        {m.organisation_privacy_requests_text({
          days: requestKinds.export.days,
          days2: requestKinds.erasure.days,
        })}
      </p>
      <DataTable
        caption={m.common_privacy_requests()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => href("/settings/privacy/:personRequestId", { personRequestId: row.id })}
        empty={m.organisation_privacy_requests_empty()}
        columns={[
          {
            header: m.common_request(),
            cell: (row) => requestKinds[row.kind].label,
            below: (row) => row.contact ?? m.organisation_privacy_erased_person(),
          },
          {
            header: m.common_status(),
            cell: (row) => (
              <Badge tone={row.isLate ? "bad" : row.state === "open" ? "warn" : "neutral"}>
                {row.isLate ? m.common_request_overdue() : requestStates[row.state]}
              </Badge>
            ),
          },
          { header: m.organisation_requested(), cell: (row) => <Time value={row.requestedAt} to="day" /> },
          { header: m.common_due(), cell: (row) => <Time value={row.dueAt} to="day" /> },
        ]}
      />
    </Card>
  );
}

function Retention({ days, reports }: { days: number; reports: Data["reports"] }) {
  return (
    <Card title={m.organisation_conversation_retention()}>
      <Form method="post" className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label={m.organisation_privacy_retention_label()}
          name="retentionDays"
          defaultValue={String(days)}
          options={retentionChoices
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: counted(m.organisation_privacy_days, value) }))}
        />
        <Button name="intent" value="retention">
          {m.common_save()}
        </Button>
      </Form>
      <p className="mb-4 text-muted">{m.organisation_privacy_retention_text()}</p>
      <DataTable
        caption={m.organisation_privacy_deleted_by_night()}
        rows={reports}
        keyOf={(row) => row.runId}
        empty={m.organisation_privacy_retention_empty()}
        columns={[
          { header: m.common_night(), cell: (row) => <Time value={row.at} to="day" /> },
          {
            header: m.common_retention(),
            number: true,
            cell: (row) => counted(m.organisation_privacy_days, row.retentionDays),
          },
          { header: m.common_conversations(), number: true, cell: (row) => formatCount(row.conversations) },
          { header: m.common_messages(), number: true, cell: (row) => formatCount(row.messages) },
          {
            header: m.organisation_privacy_emptied_records(),
            number: true,
            cell: (row) => formatCount(row.emptied),
          },
        ]}
      />
    </Card>
  );
}

function Support({ allowed, visits }: { allowed: boolean; visits: Data["visits"] }) {
  return (
    <Card title={m.organisation_privacy_support_view_title()}>
      <Form method="post" className="mb-4 grid gap-3">
        <CheckboxField
          label={m.organisation_privacy_support_label()}
          name="supportAllowed"
          value="on"
          defaultChecked={allowed}
          hint={m.organisation_privacy_support_hint({ minutes: visitMinutes })}
        />
        <p>
          <Button name="intent" value="support" variant="secondary">
            {m.common_save()}
          </Button>
        </p>
      </Form>
      <DataTable
        caption={m.organisation_privacy_support_visits()}
        rows={visits}
        keyOf={(row) => row.id}
        empty={m.organisation_privacy_support_empty()}
        columns={[
          { header: m.organisation_user_column(), cell: (row) => row.by, below: (row) => row.reason },
          {
            header: m.organisation_privacy_made_changes(),
            cell: (row) => row.actReason ?? m.organisation_privacy_no_read_only(),
          },
          { header: m.common_from(), cell: (row) => <Time value={row.startedAt} /> },
          {
            header: m.common_to(),
            cell: (row) =>
              row.endedAt ? <Time value={row.endedAt} /> : m.organisation_privacy_in_progress(),
          },
        ]}
      />
    </Card>
  );
}
