import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { connectionSettings } from "#app/domain/integrations/connections/schemas.ts";
import { statusWords } from "#app/domain/integrations/connections/words.ts";
import { logWords } from "#app/domain/integrations/vendors/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { providerOf } from "./provider.server.ts";
import { NameWithLogo } from "./serviceLogo.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.integrations_show_page_title() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pageApi(context)("GET /integrations/:provider", { provider: providerOf(params) });

export const action = formAction(connectionSettings, async ({ value, api }, { params }: Route.ActionArgs) => {
  const provider = providerOf(params);
  await api("PUT /integrations/:provider/settings", { ...value, provider });
  return done(href("/integrations/:provider", { provider }), m.integrations_show_settings_saved_done());
});

type Shown = CallOutput<"GET /integrations/:provider">;
type Connection = NonNullable<Shown["connection"]>;

export default function Integration({ loaderData, actionData }: Route.ComponentProps) {
  const { integration, status, connection, health, log } = loaderData;
  const provider = integration.id;
  const result = useLastAnswer(actionData)?.result;
  const isOn = status === "connected";
  return (
    <>
      <PageHeader
        title={<NameWithLogo logo={integration.logo} name={integration.name} />}
        description={integration.description}
        actions={
          isOn ? (
            <ButtonLink variant="danger-quiet" to={href("/integrations/:provider/disconnect", { provider })}>
              {m.common_disconnect()}
            </ButtonLink>
          ) : (
            status === "available" && (
              <ButtonLink to={href("/integrations/:provider/connect", { provider })}>
                {m.integrations_connect_link()}
              </ButtonLink>
            )
          )
        }
      />
      <div className="grid gap-6">
        {connection?.status === "broken" && (
          <Notice tone="bad" title={m.integrations_show_reconnection_required()}>
            <p>{connection.brokenReason}</p>
            <p className="mt-3">
              <ButtonLink to={href("/integrations/:provider/connect", { provider })}>
                {m.common_reconnect()}
              </ButtonLink>
            </p>
          </Notice>
        )}
        {connection && health && isOn && <Health connection={connection} health={health} />}
        {!isOn && <p>{statusWords[status].label}</p>}
        {connection && isOn && (provider === "google_sheets" || provider === "slack") && (
          <Card title={m.common_settings()}>
            <Settings provider={provider} connection={connection} result={result} />
          </Card>
        )}
        {connection && <Log log={log} />}
      </div>
    </>
  );
}

function Health({ connection, health }: { connection: Connection; health: NonNullable<Shown["health"]> }) {
  return (
    <>
      <StatGrid>
        <Stat label={m.integrations_show_done_in_24_hours()} value={formatCount(health.ok)} />
        <Stat label={m.integrations_show_failed_in_24_hours()} value={formatCount(health.failed)} />
        <Stat label={m.common_waiting()} value={formatCount(health.waiting)} />
      </StatGrid>
      <Card title={m.integrations_show_connection_title()}>
        <DescriptionList
          items={[
            {
              term: m.common_account(),
              value: <span className="break-words">{connection.accountName}</span>,
            },
            { term: m.common_connected_label(), value: <Time value={connection.connectedAt} /> },
            {
              term: m.integrations_show_last_success(),
              value: connection.lastOkAt ? <Time value={connection.lastOkAt} /> : m.common_none_yet(),
            },
            {
              term: m.integrations_show_last_failure(),
              value: connection.lastErrorAt ? (
                <>
                  <Time value={connection.lastErrorAt} />
                  {m.common_colon()} {connection.lastError}
                </>
              ) : (
                m.common_none()
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}

function Settings({
  provider,
  connection: { settings },
  result,
}: {
  provider: "google_sheets" | "slack";
  connection: Connection;
  result: FormResult;
}) {
  const control = (name: "spreadsheetId" | "importRange" | "resultRange" | "channel") =>
    fieldProps(result, name, settings[name] ?? "");
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-5">
      <ErrorSummary title={m.integrations_show_settings_not_saved()} errors={problemsOf(result)} />
      {provider === "slack" ? (
        <Field
          {...control("channel")}
          label={m.integrations_show_channel_label()}
          hint={m.integrations_show_channel_hint()}
        />
      ) : (
        <>
          <Field
            {...control("spreadsheetId")}
            label={m.integrations_show_sheet_label()}
            hint={m.integrations_show_sheet_hint()}
          />
          <Field
            {...control("importRange")}
            label={m.integrations_show_read_contacts_from()}
            hint={m.integrations_show_contacts_range_hint()}
          />
          <Field
            {...control("resultRange")}
            label={m.integrations_write_campaign_results_to()}
            hint={m.integrations_show_results_range_hint()}
          />
        </>
      )}
      <FormActions submitLabel={m.common_save_settings()} />
    </Form>
  );
}

function Log({ log }: Pick<Shown, "log">) {
  return (
    <DataTable
      caption={m.common_log()}
      rows={log}
      keyOf={({ id }) => id}
      empty={<EmptyState title={m.common_nothing_here_yet()}>{m.integrations_show_empty()}</EmptyState>}
      columns={[
        { header: m.common_action(), cell: ({ kind }) => logWords[kind] ?? kind },
        { header: m.common_when(), cell: ({ createdAt }) => <Time value={createdAt} /> },
        {
          header: m.common_outcome(),
          cell: ({ ok }) =>
            ok ? (
              <Badge tone="good">{m.common_done()}</Badge>
            ) : (
              <Badge tone="bad">{m.integrations_show_failed()}</Badge>
            ),
        },
        {
          header: m.integrations_show_detail(),
          cell: ({ detail }) => <span className="wrap-anywhere">{detail}</span>,
        },
      ]}
    />
  );
}
