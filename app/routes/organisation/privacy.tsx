import { href } from "react-router";
import { z } from "zod";
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
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/privacy";
import { SettingsTabs } from "./settingsTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  retentionForm.extend({ intent: z.literal("retention") }),
  supportForm.extend({ intent: z.literal("support") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.organisation_privacy_and_data() }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [found, { requests }] = await orThrowPage(
    Promise.all([api("GET /privacy", {}), api("GET /privacy/requests", {})]),
  );
  return { ...found, requests };
}

export const action = formAction(schema, async ({ value, api }) => {
  if (value.intent === "retention") {
    await api("PUT /privacy/retention", { retentionDays: value.retentionDays });
    return done(
      href("/settings/privacy"),
      m.organisation_conversations_are_kept_for_days({ retentionDays: value.retentionDays }),
    );
  }
  const allowed = value.supportAllowed === "on";
  await api("PUT /privacy/support", { allowed });
  return done(
    href("/settings/privacy"),
    allowed
      ? m.organisation_support_may_open_your_workspace()
      : m.organisation_nobody_of_support_can_open_your(),
  );
});

export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, visits, reports, requests } = loaderData;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={m.organisation_privacy_and_data()}
        description={m.organisation_what_persons_asked_of_you_how()}
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
    <Card title={m.organisation_requests_of_persons()}>
      <p className="mb-4 text-muted">
        {m.organisation_a_person_who_asks_has_a({
          days: requestKinds.export.days,
          days2: requestKinds.erasure.days,
        })}
      </p>
      <DataTable
        caption={m.organisation_requests_of_persons()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => href("/settings/privacy/:personRequestId", { personRequestId: row.id })}
        empty={m.organisation_no_person_has_asked_for_anything()}
        columns={[
          {
            header: m.common_request(),
            cell: (row) => requestKinds[row.kind].label,
            below: (row) => row.contact ?? m.organisation_an_erased_person(),
          },
          {
            header: m.common_state(),
            cell: (row) => (
              <Badge tone={row.isLate ? "bad" : row.state === "open" ? "warn" : "neutral"}>
                {row.isLate ? m.organisation_late() : requestStates[row.state]}
              </Badge>
            ),
          },
          { header: m.organisation_asked(), cell: (row) => <Time value={row.requestedAt} to="day" /> },
          { header: m.common_due(), cell: (row) => <Time value={row.dueAt} to="day" /> },
        ]}
      />
    </Card>
  );
}

function Retention({ days, reports }: { days: number; reports: Data["reports"] }) {
  return (
    <Card title={m.organisation_how_long_conversations_are_kept()}>
      <Form method="post" className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label={m.organisation_after_the_last_message()}
          name="retentionDays"
          defaultValue={String(days)}
          options={retentionChoices
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: counted(m.organisation_days, value) }))}
        />
        <Button name="intent" value="retention">
          {m.common_save()}
        </Button>
      </Form>
      <p className="mb-4 text-muted">{m.organisation_every_night_older_conversations_are_deleted()}</p>
      <DataTable
        caption={m.organisation_what_the_nights_deleted()}
        rows={reports}
        keyOf={(row) => row.runId}
        empty={m.organisation_nothing_was_old_enough_to_be()}
        columns={[
          { header: m.organisation_night(), cell: (row) => <Time value={row.at} to="day" /> },
          {
            header: m.organisation_kept_for(),
            number: true,
            cell: (row) => counted(m.organisation_days, row.retentionDays),
          },
          { header: m.common_conversations(), number: true, cell: (row) => formatCount(row.conversations) },
          { header: m.common_messages(), number: true, cell: (row) => formatCount(row.messages) },
          { header: m.organisation_emptied_records(), number: true, cell: (row) => formatCount(row.emptied) },
        ]}
      />
    </Card>
  );
}

function Support({ allowed, visits }: { allowed: boolean; visits: Data["visits"] }) {
  return (
    <Card title={m.organisation_support_view()}>
      <Form method="post" className="mb-4 grid gap-3">
        <CheckboxField
          label={m.organisation_our_support_may_open_your_workspace()}
          name="supportAllowed"
          value="on"
          defaultChecked={allowed}
          hint={m.organisation_only_with_a_reason_for_30()}
        />
        <p>
          <Button name="intent" value="support" variant="secondary">
            {m.common_save()}
          </Button>
        </p>
      </Form>
      <DataTable
        caption={m.organisation_visits_of_our_support()}
        rows={visits}
        keyOf={(row) => row.id}
        empty={m.organisation_nobody_of_our_support_has_opened()}
        columns={[
          { header: m.organisation_who(), cell: (row) => row.by, below: (row) => row.reason },
          {
            header: m.organisation_changed_things(),
            cell: (row) => row.actReason ?? m.organisation_no_looked_only(),
          },
          { header: m.common_began(), cell: (row) => <Time value={row.startedAt} /> },
          {
            header: m.common_ended(),
            cell: (row) => (row.endedAt ? <Time value={row.endedAt} /> : m.organisation_open_now()),
          },
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
