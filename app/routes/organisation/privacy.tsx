import { href } from "react-router";
import { z } from "zod";
import { requestKinds, requestStates } from "#app/domain/contacts/requests/words.ts";
import { retentionForm, supportForm } from "#app/domain/organisations/privacy/schemas.ts";
import { retentionChoices } from "#app/domain/organisations/privacy/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { CheckboxField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { problemsOf } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/privacy";
import { SettingsTabs } from "./settingsTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  retentionForm.extend({ intent: z.literal("retention") }),
  supportForm.extend({ intent: z.literal("support") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Privacy and data" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [found, { requests }] = await orErrorPage(
    Promise.all([api("GET /privacy", {}), api("GET /privacy/requests", {})]),
  );
  return { ...found, requests };
}

export const action = formAction(schema, async ({ value, api }) => {
  if (value.intent === "retention") {
    await api("PUT /privacy/retention", { retentionDays: value.retentionDays });
    return done(href("/settings/privacy"), `Conversations are kept for ${value.retentionDays} days.`);
  }
  const allowed = value.supportAllowed === "on";
  await api("PUT /privacy/support", { allowed });
  return done(
    href("/settings/privacy"),
    allowed ? "Support may open your workspace." : "Nobody of support can open your workspace.",
  );
});

export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, visits, reports, requests } = loaderData;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Privacy and data"
        description="What persons asked of you, how long conversations are kept, and who of our support looked."
      />
      <SettingsTabs />
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
    <Card title="Requests of persons">
      <p className="mb-4 text-muted">
        A person who asks has a copy of their data within {requestKinds.export.days} days and is erased within{" "}
        {requestKinds.erasure.days}. Open their contact and choose “Privacy request”.
      </p>
      <DataTable
        caption="Requests of persons"
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => href("/settings/privacy/:personRequestId", { personRequestId: row.id })}
        empty="No person has asked for anything yet."
        columns={[
          {
            header: "Request",
            cell: (row) => requestKinds[row.kind].label,
            below: (row) => row.contact ?? "An erased person",
          },
          {
            header: "State",
            cell: (row) => (
              <Badge tone={row.isLate ? "bad" : row.state === "open" ? "warn" : "neutral"}>
                {row.isLate ? "Late" : requestStates[row.state]}
              </Badge>
            ),
          },
          { header: "Asked", cell: (row) => <Time value={row.requestedAt} to="day" /> },
          { header: "Due", cell: (row) => <Time value={row.dueAt} to="day" /> },
        ]}
      />
    </Card>
  );
}

function Retention({ days, reports }: { days: number; reports: Data["reports"] }) {
  return (
    <Card title="How long conversations are kept">
      <Form method="post" className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label="After the last message"
          name="retentionDays"
          defaultValue={String(days)}
          options={retentionChoices
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: `${value} days` }))}
        />
        <Button name="intent" value="retention">
          Save
        </Button>
      </Form>
      <p className="mb-4 text-muted">
        Every night older conversations are deleted with their messages. Your contacts, figures, invoices and
        activity log stay.
      </p>
      <DataTable
        caption="What the nights deleted"
        rows={reports}
        keyOf={(row) => row.runId}
        empty="Nothing was old enough to be deleted yet."
        columns={[
          { header: "Night", cell: (row) => <Time value={row.at} to="day" /> },
          { header: "Kept for", number: true, cell: (row) => `${row.retentionDays} days` },
          { header: "Conversations", number: true, cell: (row) => formatCount(row.conversations) },
          { header: "Messages", number: true, cell: (row) => formatCount(row.messages) },
          { header: "Emptied records", number: true, cell: (row) => formatCount(row.emptied) },
        ]}
      />
    </Card>
  );
}

function Support({ allowed, visits }: { allowed: boolean; visits: Data["visits"] }) {
  return (
    <Card title="Support view">
      <Form method="post" className="mb-4 grid gap-3">
        <CheckboxField
          label="Our support may open your workspace"
          name="supportAllowed"
          value="on"
          defaultChecked={allowed}
          hint="Only with a reason, for 30 minutes, read only at first. You are told each time. Switching it off ends a visit at once."
        />
        <p>
          <Button name="intent" value="support" variant="secondary">
            Save
          </Button>
        </p>
      </Form>
      <DataTable
        caption="Visits of our support"
        rows={visits}
        keyOf={(row) => row.id}
        empty="Nobody of our support has opened your workspace."
        columns={[
          { header: "Who", cell: (row) => row.by, below: (row) => row.reason },
          { header: "Changed things", cell: (row) => row.actReason ?? "No, looked only" },
          { header: "From", cell: (row) => <Time value={row.startedAt} /> },
          { header: "To", cell: (row) => (row.endedAt ? <Time value={row.endedAt} /> : "Open now") },
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
