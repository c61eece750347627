import { href, Link } from "react-router";
import { z } from "zod";
import { noteForm, reasonForm } from "#app/domain/console/schemas.ts";
import { limitWords, numberStateWord, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
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
import { m } from "#messages";
import type { Route } from "./+types/whatsappShow";
import { StateBadge } from "./stateBadge.tsx";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("test") }),
  reasonForm.extend({ intent: z.literal("refresh") }),
  reasonForm.extend({ intent: z.literal("suspend") }),
  reasonForm.extend({ intent: z.literal("reinstate") }),
  noteForm.extend({ intent: z.literal("note") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.admin_whatsapp_account_administration() }];

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
      return done(back, `${message} (${m.common_milliseconds({ n: durationMs })}).`);
    }
    case "refresh":
      await api("POST /admin/whatsapp/:orgId/:accountId/refresh", { ...params, reason: value.reason });
      return done(back, m.admin_numbers_refreshed_from_meta());
    case "suspend":
      await api("POST /admin/whatsapp/:orgId/:accountId/suspension", { ...params, reason: value.reason });
      return done(back, m.admin_account_suspended());
    case "reinstate":
      await api("DELETE /admin/whatsapp/:orgId/:accountId/suspension", { ...params, reason: value.reason });
      return done(back, m.admin_account_reinstated());
    case "note":
      await api("POST /admin/whatsapp/:orgId/:accountId/notes", { ...params, body: value.body });
      return done(back, m.admin_note_saved());
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
                {m.admin_view_logs()}
              </ButtonLink>
              <Form method="post">
                <Button variant="secondary" name="intent" value="test">
                  {m.admin_test_connection()}
                </Button>
              </Form>
              <ButtonLink to="#manage">{m.admin_manage_account()}</ButtonLink>
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
                term: m.admin_business(),
                value: (
                  <Link className="link" to={href("/admin/users/:orgId", { orgId: account.orgId })}>
                    {account.businessName}
                  </Link>
                ),
              },
              {
                term: m.common_status(),
                value: <StateBadge state={account.status} />,
              },
              ...(account.why ? [{ term: m.common_why(), value: account.why }] : []),
              { term: m.admin_waba_id(), value: account.wabaId },
              { term: m.admin_business_id(), value: account.businessId ?? "–" },
              {
                term: m.common_quality(),
                value: <StateBadge state={account.quality} />,
              },
              { term: m.admin_messaging_limit(), value: limitWords(account.portfolioLimit) },
              { term: m.admin_messages_this_month(), value: formatCount(account.messagesThisMonth) },
              {
                term: m.admin_connected_at(),
                value: account.connectionDate ? (
                  <Time value={account.connectionDate} />
                ) : (
                  m.admin_not_connected()
                ),
              },
              {
                term: m.common_webhooks(),
                value: <StateBadge state={account.webhookStatus} />,
              },
              {
                term: m.admin_last_webhook(),
                value: account.lastWebhookAt ? <Time value={account.lastWebhookAt} /> : m.common_none_yet(),
              },
              { term: m.admin_api_version(), value: loaderData.apiVersion },
            ]}
          />
        </Card>
        <DataTable
          caption={m.admin_numbers()}
          rows={numbers}
          keyOf={(row) => row.phoneNumberId}
          empty={m.admin_no_number()}
          columns={[
            {
              header: m.common_number(),
              cell: (row) => row.displayPhoneNumber,
              below: (row) => row.verifiedName,
            },
            { header: m.common_status(), cell: (row) => numberStateWord(row.status) },
            {
              header: m.common_quality(),
              cell: (row) => {
                const { tone, word } = qualityWords(row.qualityRating);
                return <Badge tone={tone}>{word}</Badge>;
              },
            },
            {
              header: m.admin_throughput(),
              number: true,
              cell: (row) => m.common_per_second({ n: row.throughputPerSecond }),
            },
          ]}
        />
        {calls && (
          <div id="logs">
            <Card title={m.admin_calls_to_meta()}>
              <DataTable
                caption={m.admin_calls_to_meta()}
                rows={calls}
                keyOf={(row) => String(row.id)}
                empty={m.admin_no_call_was_made_yet()}
                columns={[
                  {
                    header: m.admin_call(),
                    cell: (row) => `${row.method} ${row.path}`,
                    below: (row) => `${row.request ?? ""} → ${row.response ?? ""}`,
                  },
                  {
                    header: m.common_answer(),
                    number: true,
                    cell: (row) => row.status ?? m.admin_no_answer(),
                  },
                  {
                    header: m.admin_took(),
                    number: true,
                    cell: (row) => m.common_milliseconds({ n: row.durationMs }),
                  },
                  { header: m.common_when(), cell: (row) => <Time value={row.createdAt} /> },
                ]}
              />
            </Card>
          </div>
        )}
        {may.assist && (
          <div id="manage" className="grid items-start gap-4 md:grid-cols-2">
            <Card title={m.admin_manage_account_2()}>
              <Form method="post" noValidate renews className="grid gap-4">
                <Field
                  label={m.common_reason()}
                  name="reason"
                  required
                  hint={m.admin_the_organisation_reads_it_in_its_2()}
                  defaultValue={typedOr(result, "reason", "")}
                  error={errorAt(result, "reason")}
                />
                <p className="row-actions">
                  <Button variant="secondary" name="intent" value="refresh">
                    {m.admin_refresh_from_meta()}
                  </Button>
                  {may.suspend && account.staffSuspendedAt && (
                    <Button name="intent" value="reinstate">
                      {m.admin_reinstate()}
                    </Button>
                  )}
                  {may.suspend && !account.staffSuspendedAt && (
                    <Button variant="danger" name="intent" value="suspend">
                      {m.admin_suspend_2()}
                    </Button>
                  )}
                </p>
              </Form>
            </Card>
            <Card title={m.admin_notes()}>
              <Form method="post" noValidate renews className="grid gap-4">
                <TextareaField
                  label={m.admin_note_for_other_administrators()}
                  name="body"
                  rows={3}
                  required
                  defaultValue={typedOr(result, "body", "")}
                  error={errorAt(result, "body")}
                />
                <p className="row-actions">
                  <Button variant="secondary" name="intent" value="note">
                    {m.admin_save_the_note()}
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
