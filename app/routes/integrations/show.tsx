import type { SubmissionResult } from "@conform-to/react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { connectionSettings } from "#app/domain/integrations/connections/schemas.ts";
import { logWords, statusWords } from "#app/domain/integrations/connections/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/show";
import { providerOf } from "./provider.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Integration" }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /integrations/:provider", { provider: providerOf(params) }));

export const action = formAction(connectionSettings, async ({ value, api }, { params }: Route.ActionArgs) => {
  const provider = providerOf(params);
  await api("PUT /integrations/:provider/settings", { ...value, provider });
  return done(href("/integrations/:provider", { provider }), "Settings saved.");
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
        title={integration.name}
        description={integration.description}
        actions={
          isOn ? (
            <ButtonLink variant="secondary" to={href("/integrations/:provider/disconnect", { provider })}>
              Disconnect
            </ButtonLink>
          ) : (
            status === "available" && (
              <ButtonLink to={href("/integrations/:provider/connect", { provider })}>Connect</ButtonLink>
            )
          )
        }
      />
      <div className="grid gap-6">
        {connection?.status === "broken" && (
          <Notice tone="bad" title="It needs to be connected again">
            <p>{connection.brokenReason}</p>
            <p className="mt-3">
              <ButtonLink to={href("/integrations/:provider/connect", { provider })}>
                Connect again
              </ButtonLink>
            </p>
          </Notice>
        )}
        {connection && health && isOn && <Health connection={connection} health={health} />}
        {!isOn && <p>{statusWords[status].label}</p>}
        {connection && isOn && (provider === "google_sheets" || provider === "slack") && (
          <Card title="Settings">
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
        <Stat label="Done in 24 hours" value={formatCount(health.ok)} />
        <Stat label="Failed in 24 hours" value={formatCount(health.failed)} />
        <Stat label="Waiting" value={formatCount(health.waiting)} />
      </StatGrid>
      <Card title="Connection">
        <DescriptionList
          items={[
            { term: "Account", value: <span className="break-words">{connection.accountName}</span> },
            { term: "Connected", value: <Time value={connection.connectedAt} /> },
            {
              term: "Last success",
              value: connection.lastOkAt ? <Time value={connection.lastOkAt} /> : "None yet",
            },
            {
              term: "Last failure",
              value: connection.lastErrorAt ? (
                <>
                  <Time value={connection.lastErrorAt} />: {connection.lastError}
                </>
              ) : (
                "None"
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
  result: SubmissionResult<string[]> | undefined;
}) {
  const control = (name: "spreadsheetId" | "importRange" | "resultRange" | "channel") => ({
    name,
    defaultValue: typedOr(result, name, settings[name] ?? ""),
    error: errorAt(result, name),
  });
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-5">
      <ErrorSummary title="The settings were not saved" errors={problemsOf(result)} />
      {provider === "slack" ? (
        <Field
          {...control("channel")}
          label="Channel"
          hint="What customers write appears here, such as #whatsapp. Invite our app to it."
        />
      ) : (
        <>
          <Field {...control("spreadsheetId")} label="Sheet" hint="Its address, or the id in it" />
          <Field
            {...control("importRange")}
            label="Contacts are read from"
            hint="A range such as Contacts!A:D, with Name, Phone and Tags in its first row. Empty: none are read."
          />
          <Field
            {...control("resultRange")}
            label="Results of campaigns are written to"
            hint="A range such as Results!A:E. Empty: none are written."
          />
        </>
      )}
      <p className="row-actions">
        <Button>Save settings</Button>
      </p>
    </Form>
  );
}

function Log({ log }: Pick<Shown, "log">) {
  return (
    <DataTable
      caption="Log"
      rows={log}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="Nothing here yet">What is done over the connection is noted here.</EmptyState>
      }
      columns={[
        { header: "What", cell: ({ kind }) => logWords[kind] ?? kind },
        { header: "When", cell: ({ createdAt }) => <Time value={createdAt} /> },
        {
          header: "Outcome",
          cell: ({ ok }) => (ok ? <Badge tone="good">Done</Badge> : <Badge tone="bad">Failed</Badge>),
        },
        { header: "Detail", cell: ({ detail }) => <span className="wrap-anywhere">{detail}</span> },
      ]}
    />
  );
}

export { ScreenError as ErrorBoundary };
