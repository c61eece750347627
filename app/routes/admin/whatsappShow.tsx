import { href, Link } from "react-router";
import { z } from "zod";
import { noteForm, reasonForm } from "#app/domain/console/schemas.ts";
import { toneOf } from "#app/domain/console/words.ts";
import { limitWords, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { asWords } from "#app/platform/asWords.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/whatsappShow";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("test") }),
  reasonForm.extend({ intent: z.literal("refresh") }),
  reasonForm.extend({ intent: z.literal("suspend") }),
  reasonForm.extend({ intent: z.literal("reinstate") }),
  noteForm.extend({ intent: z.literal("note") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "WhatsApp account – Administration" }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const found = await orErrorPage(api("GET /admin/whatsapp/:orgId/:accountId", params));
  const wantsLogs = new URL(request.url).searchParams.has("logs");
  const logs = wantsLogs
    ? await orErrorPage(api("GET /admin/whatsapp/:orgId/:accountId/calls", params))
    : undefined;
  return { ...found, calls: logs?.calls };
}

export const action = formAction(form, async ({ value, api }, { params }: Route.ActionArgs) => {
  const back = href("/admin/whatsapp/:orgId/:accountId", {
    orgId: params.orgId,
    accountId: params.accountId,
  });
  switch (value.intent) {
    case "test": {
      const { message, durationMs } = await api("POST /admin/whatsapp/:orgId/:accountId/test", params);
      return done(back, `${message} (${durationMs} ms).`);
    }
    case "refresh":
      await api("POST /admin/whatsapp/:orgId/:accountId/refresh", { ...params, reason: value.reason });
      return done(back, "Numbers refreshed from Meta.");
    case "suspend":
      await api("POST /admin/whatsapp/:orgId/:accountId/suspension", { ...params, reason: value.reason });
      return done(back, "Account suspended.");
    case "reinstate":
      await api("DELETE /admin/whatsapp/:orgId/:accountId/suspension", { ...params, reason: value.reason });
      return done(back, "Account reinstated.");
    case "note":
      await api("POST /admin/whatsapp/:orgId/:accountId/notes", { ...params, body: value.body });
      return done(back, "Note saved.");
  }
});

export default function WhatsappShow({ loaderData, actionData }: Route.ComponentProps) {
  const { account, numbers, notes, calls, may } = loaderData;
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={account.name || account.businessName}
        actions={
          may.assist && (
            <>
              <ButtonLink variant="secondary" to="?logs=1#logs">
                View Logs
              </ButtonLink>
              <Form method="post">
                <Button variant="secondary" name="intent" value="test">
                  Test Connection
                </Button>
              </Form>
              <ButtonLink to="#manage">Manage Account</ButtonLink>
            </>
          )
        }
      />
      <div className="grid gap-4">
        <ErrorSummary errors={problemsOf(result)} />
        <Card>
          <DescriptionList
            items={[
              {
                term: "Business",
                value: (
                  <Link className="link" to={href("/admin/users/:orgId", { orgId: account.orgId })}>
                    {account.businessName}
                  </Link>
                ),
              },
              { term: "Status", value: <Badge tone={toneOf(account.status)}>{account.status}</Badge> },
              ...(account.why ? [{ term: "Why", value: account.why }] : []),
              { term: "WABA id", value: account.wabaId },
              { term: "Business id", value: account.businessId ?? "–" },
              {
                term: "Quality",
                value: <Badge tone={toneOf(account.quality)}>{account.quality}</Badge>,
              },
              { term: "Messaging limit", value: limitWords(account.portfolioLimit) },
              { term: "Messages this month", value: formatCount(account.messagesThisMonth) },
              {
                term: "Connected",
                value: account.connectionDate ? <Time value={account.connectionDate} /> : "Not connected",
              },
              {
                term: "Webhooks",
                value: <Badge tone={toneOf(account.webhookStatus)}>{account.webhookStatus}</Badge>,
              },
              {
                term: "Last webhook",
                value: account.lastWebhookAt ? <Time value={account.lastWebhookAt} /> : "None yet",
              },
              { term: "API version", value: loaderData.apiVersion },
            ]}
          />
        </Card>
        <DataTable
          caption="Numbers"
          rows={numbers}
          keyOf={(row) => row.phoneNumberId}
          empty="No number."
          columns={[
            { header: "Number", cell: (row) => row.displayPhoneNumber, below: (row) => row.verifiedName },
            { header: "Status", cell: (row) => asWords(row.status) },
            {
              header: "Quality",
              cell: (row) => {
                const { tone, word } = qualityWords(row.qualityRating);
                return <Badge tone={tone}>{word}</Badge>;
              },
            },
            { header: "Throughput", number: true, cell: (row) => `${row.throughputPerSecond}/s` },
          ]}
        />
        {calls && (
          <div id="logs">
            <Card title="Calls to Meta">
              <DataTable
                caption="Calls to Meta"
                rows={calls}
                keyOf={(row) => String(row.id)}
                empty="No call was made yet."
                columns={[
                  {
                    header: "Call",
                    cell: (row) => `${row.method} ${row.path}`,
                    below: (row) => `${row.request ?? ""} → ${row.response ?? ""}`,
                  },
                  { header: "Answer", number: true, cell: (row) => row.status ?? "none" },
                  { header: "Took", number: true, cell: (row) => `${row.durationMs} ms` },
                  { header: "When", cell: (row) => <Time value={row.createdAt} /> },
                ]}
              />
            </Card>
          </div>
        )}
        {may.assist && (
          <div id="manage" className="grid items-start gap-4 md:grid-cols-2">
            <Card title="Manage account">
              <Form method="post" noValidate className="grid gap-4">
                <Field
                  label="Reason"
                  name="reason"
                  required
                  hint="The organisation reads it in its activity log."
                  defaultValue={typedOr(result, "reason", "")}
                  error={errorAt(result, "reason")}
                />
                <p className="row-actions">
                  <Button variant="secondary" name="intent" value="refresh">
                    Refresh from Meta
                  </Button>
                  {may.suspend && account.staffSuspendedAt && (
                    <Button name="intent" value="reinstate">
                      Reinstate
                    </Button>
                  )}
                  {may.suspend && !account.staffSuspendedAt && (
                    <Button variant="danger" name="intent" value="suspend">
                      Suspend
                    </Button>
                  )}
                </p>
              </Form>
            </Card>
            <Card title="Notes">
              <Form method="post" noValidate className="grid gap-4">
                <TextareaField
                  label="Note for other administrators"
                  name="body"
                  rows={3}
                  required
                  defaultValue={typedOr(result, "body", "")}
                  error={errorAt(result, "body")}
                />
                <p className="row-actions">
                  <Button variant="secondary" name="intent" value="note">
                    Save the note
                  </Button>
                </p>
              </Form>
              <ul className="mt-4 grid gap-2">
                {notes.map((note) => (
                  <li key={note.id}>
                    {note.body}{" "}
                    <span className="hint">
                      {note.by}, <Time value={note.createdAt} />
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          </div>
        )}
      </div>
    </>
  );
}
