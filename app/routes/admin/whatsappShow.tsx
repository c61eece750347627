import { href, Link, useLocation } from "react-router";
import { z } from "zod";
import { noteForm, reasonForm } from "#app/domain/console/schemas.ts";
import { verificationState } from "#app/domain/console/words.ts";
import { limitWords, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { numberStateWord } from "#app/domain/whatsapp/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/whatsappShow";
import { StateBadge } from "./stateBadge.tsx";
import { ManageAccount } from "./whatsappManage.tsx";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("test") }),
  reasonForm.extend({ intent: z.literal("refresh") }),
  reasonForm.extend({ intent: z.literal("suspend") }),
  reasonForm.extend({ intent: z.literal("reinstate") }),
  noteForm.extend({ intent: z.literal("note") }),
]);

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: m.admin_whatsapp_account_page_title() }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const api = pageApi(context);
  const found = await api("GET /admin/whatsapp/:orgId/:accountId", params);
  const wantsLogs = new URL(request.url).searchParams.has("logs");
  const logs = wantsLogs ? await api("GET /admin/whatsapp/:orgId/:accountId/calls", params) : undefined;
  return { ...found, calls: logs?.calls };
}

export const action = formAction(form, async ({ value, api, request }, { params }: Route.ActionArgs) => {
  const { orgId, accountId } = params;
  const path = href("/admin/whatsapp/:orgId/:accountId", { orgId, accountId });
  const back = `${path}${new URL(request.url).search}`;
  switch (value.intent) {
    case "test": {
      const { message, durationMs } = await api("POST /admin/whatsapp/:orgId/:accountId/test", params);
      return done(
        back,
        m.admin_whatsapp_show_tested_done({ message, time: m.common_milliseconds({ n: durationMs }) }),
      );
    }
    case "refresh":
      await api("POST /admin/whatsapp/:orgId/:accountId/refresh", { ...params, reason: value.reason });
      return done(back, m.admin_whatsapp_show_refreshed_done());
    case "suspend":
      await api("POST /admin/whatsapp/:orgId/:accountId/suspension", { ...params, reason: value.reason });
      return done(back, m.admin_whatsapp_account_suspended_done());
    case "reinstate":
      await api("DELETE /admin/whatsapp/:orgId/:accountId/suspension", { ...params, reason: value.reason });
      return done(back, m.admin_whatsapp_account_reinstated_done());
    case "note":
      await api("POST /admin/whatsapp/:orgId/:accountId/notes", { ...params, body: value.body });
      return done(back, m.admin_whatsapp_note_saved_done());
  }
});

/** The address of the previous list, and of the account with its calls to Meta. */
function addressesFrom(search: string) {
  const filter = new URLSearchParams(search);
  filter.delete("logs");
  const list = filter.size > 0 ? `?${filter}` : "";
  filter.set("logs", "1");
  return { closeTo: `${href("/admin/whatsapp")}${list}`, logs: `?${filter}#logs` };
}

export default function WhatsappShow({ loaderData, actionData }: Route.ComponentProps) {
  const { account, numbers, notes, calls, may } = loaderData;
  const { search } = useLocation();
  const { closeTo, logs } = addressesFrom(search);
  const result = actionData?.result;
  return (
    <Modal title={account.name || account.businessName} closeTo={closeTo} size="xl">
      <div className="grid gap-5">
        <ErrorSummary errors={problemsOf(result)} />
        <Facts account={account} apiVersion={loaderData.apiVersion} />
        {may.assist && (
          <div className="row-actions">
            <ButtonLink variant="secondary" to={logs} preventScrollReset>
              {m.admin_whatsapp_view_logs_link()}
            </ButtonLink>
            <Form method="post" preventScrollReset>
              <Button variant="secondary" name="intent" value="test">
                {m.admin_whatsapp_test_connection_button()}
              </Button>
            </Form>
            <ButtonLink to={`${search}#manage`}>{m.admin_whatsapp_manage_account_link()}</ButtonLink>
          </div>
        )}
        <DataTable
          caption={m.common_numbers()}
          rows={numbers}
          keyOf={(row) => row.phoneNumberId}
          empty={m.admin_whatsapp_no_numbers_empty()}
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
              header: m.common_throughput(),
              number: true,
              cell: (row) => m.common_per_second({ n: row.throughputPerSecond }),
            },
          ]}
        />
        {calls && <Calls calls={calls} />}
        {may.assist && (
          <ManageAccount
            notes={notes}
            maySuspend={may.suspend}
            isSuspended={account.staffSuspendedAt !== null}
            result={result}
          />
        )}
      </div>
    </Modal>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Facts({ account, apiVersion }: Pick<Loaded, "account" | "apiVersion">) {
  return (
    <DescriptionList
      items={[
        {
          term: m.common_business(),
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
        ...(account.why ? [{ term: m.common_reason(), value: account.why }] : []),
        { term: m.common_email(), value: account.email || "–" },
        { term: m.admin_whatsapp_waba_id(), value: account.wabaId },
        { term: m.admin_whatsapp_business_id(), value: account.businessId ?? "–" },
        {
          term: m.admin_whatsapp_business_verification(),
          value: <StateBadge state={verificationState(account.isVerified)} />,
        },
        {
          term: m.common_quality(),
          value: <StateBadge state={account.quality} />,
        },
        { term: m.common_messaging_limit(), value: limitWords(account.portfolioLimit) },
        { term: m.common_messages_this_month(), value: formatCount(account.messagesThisMonth) },
        {
          term: m.common_connected_label(),
          value: account.connectionDate ? <Time value={account.connectionDate} /> : m.common_not_connected(),
        },
        {
          term: m.common_webhooks(),
          value: <StateBadge state={account.webhookStatus} />,
        },
        {
          term: m.admin_last_active(),
          value: account.lastActive ? <Time value={account.lastActive} /> : m.common_never(),
        },
        { term: m.admin_whatsapp_api_version(), value: apiVersion },
      ]}
    />
  );
}

const Calls = ({ calls }: { calls: NonNullable<Loaded["calls"]> }) => (
  <section id="logs" aria-label={m.admin_whatsapp_calls_to_meta()}>
    <DataTable
      caption={m.admin_whatsapp_calls_to_meta()}
      rows={calls}
      keyOf={(row) => String(row.id)}
      empty={m.admin_whatsapp_no_calls_yet_empty()}
      columns={[
        {
          header: m.admin_whatsapp_call(),
          cell: (row) => `${row.method} ${row.path}`,
          below: (row) => `${row.request ?? ""} → ${row.response ?? ""}`,
        },
        {
          header: m.common_response(),
          number: true,
          cell: (row) => row.status ?? m.admin_none_cell(),
        },
        {
          header: m.admin_whatsapp_took(),
          number: true,
          cell: (row) => m.common_milliseconds({ n: row.durationMs }),
        },
        { header: m.common_when(), cell: (row) => <Time value={row.createdAt} /> },
      ]}
    />
  </section>
);
