import { data, href, Link } from "react-router";
import { ApiError, type CallOutput } from "#app/api/client.server.ts";
import { logDays } from "#app/domain/record/fieldRules.ts";
import { formatCount, formatDecimal } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { Code } from "./code.tsx";
import { DeveloperTabs } from "./developerTabs.tsx";
import { KeyCard } from "./keyCard.tsx";
import { type RefusedWebhook, WebhookCard } from "./webhookCard.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_developers() }];

/** Beyond its form and its last characters, the key is sent to the browser only in response to a form. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [figures, { calls }, { call: send }] = await Promise.all([
    orThrowPage(api("GET /developer/figures", {})),
    orThrowPage(api("GET /developer/docs", {})),
    orThrowPage(api("GET /developer/docs/call", { name: "send-a-message" })),
  ]);
  const shown = {
    figures,
    calls: calls.map(({ id, method, path, title }) => ({ id, method, path, title })),
    examples: Object.entries(send.examples),
  };
  try {
    const [{ endpoints, groups }, { key, createdAt }] = await Promise.all([
      api("GET /developer/webhooks", {}),
      api("GET /developer/api-key", {}),
    ]);
    const hidden =
      key === null ? null : { text: `${key.slice(0, 13)}${"•".repeat(16)}${key.slice(-4)}`, createdAt };
    return { ...shown, secrets: { endpoints, groups, hidden }, refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      ...shown,
      secrets: null,
      refusal: error.status === 403 ? ("role" as const) : ("failure" as const),
    };
  }
}

/**
 * A page that shows a secret is not compressed: its length would reveal what it has in common with its own
 * address.
 */
const uncompressed = { headers: { "x-compress": "none" } };

/** Shows the key, creates it and shows it, or saves an endpoint and shows its secret. */
export async function action({ context, request }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const form = await readForm(request);
  const answer = { key: null, secret: null, refused: null };
  const intent = form.get("intent");
  if (intent !== "save-webhook") {
    const call = intent === "create-key" ? "POST /developer/api-key" : "GET /developer/api-key";
    const { key } = await orThrowPage(api(call, {}));
    return data({ ...answer, key }, uncompressed);
  }
  const url = String(form.get("url") ?? "");
  const events = form.getAll("events").map(String);
  try {
    const { secret } = await api("POST /developer/webhooks", { url, events });
    return data({ ...answer, secret }, uncompressed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { url: atUrl, events: atEvents } = error.fields;
    const refused: RefusedWebhook = {
      url,
      events,
      message: error.message,
      errors: { url: atUrl, events: atEvents },
    };
    return data({ ...answer, refused }, { status: 400 });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Developers({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, secrets, calls, examples, refusal } = loaderData;
  return (
    <>
      <PageHeader
        title={m.common_developers()}
        description={m.developers_show_lead()}
        actions={
          <ButtonLink to={href("/developers/docs")} variant="secondary" reloadDocument>
            {m.developers_show_documentation_link()}
          </ButtonLink>
        }
      />
      {secrets && <DeveloperTabs />}
      <div className="grid gap-6">
        <Figures {...figures} />
        <Card title={m.developers_show_api_key_title()}>
          {secrets ? (
            <KeyCard apiKey={actionData?.key ?? null} hidden={secrets.hidden} />
          ) : (
            <Notice tone={refusal === "role" ? "info" : "warn"}>
              {refusal === "role" ? m.developers_show_role_refusal() : m.developers_show_key_refusal()}
            </Notice>
          )}
        </Card>
        {secrets && (
          <WebhookCard
            endpoints={secrets.endpoints}
            groups={secrets.groups}
            secret={actionData?.secret ?? null}
            refused={actionData?.refused ?? null}
          />
        )}
        <Card title={m.developers_show_code_examples_title()}>
          <div className="grid gap-6">
            {examples.map(([language, code]) => (
              <div className="grid gap-2" key={language}>
                <h3 className="font-semibold">{language}</h3>
                <Code text={code} />
              </div>
            ))}
          </div>
        </Card>
        <Endpoints calls={calls} />
      </div>
    </>
  );
}

/** Of the last 30 days. */
function Figures(figures: CallOutput<"GET /developer/figures">) {
  const { calls, succeeded, averageMs, perMinute } = figures;
  const rate = calls === 0 ? "–" : percentText(formatDecimal(Math.floor((succeeded / calls) * 1000) / 10));
  return (
    <StatGrid>
      <Stat
        label={m.developers_show_api_calls()}
        value={formatCount(calls)}
        hint={m.common_last_days({ days: logDays })}
      />
      <Stat
        label={m.developers_show_success_rate()}
        value={rate}
        hint={m.developers_show_answered_without_errors()}
      />
      <Stat
        label={m.developers_show_avg_response()}
        value={averageMs === null ? "–" : m.developers_show_ms({ n: averageMs })}
        hint={m.common_last_days({ days: logDays })}
      />
      <Stat
        label={m.developers_show_rate_limit()}
        value={m.common_per_minute({ n: perMinute })}
        hint={m.developers_show_all_keys_combined_hint()}
      />
    </StatGrid>
  );
}

type Call = Route.ComponentProps["loaderData"]["calls"][number];

const columns: Column<Call>[] = [
  {
    header: m.developers_method,
    cell: ({ method }) => method,
  },
  {
    header: m.common_path,
    cell: ({ path }) => <code className="wrap-anywhere">{path}</code>,
  },
  {
    header: m.common_description,
    cell: ({ id, title }) => (
      <Link className="link" to={href("/developers/docs/calls/:callId", { callId: id })} reloadDocument>
        {title}
      </Link>
    ),
  },
];

const Endpoints = ({ calls }: { calls: Call[] }) => (
  <Card title={m.developers_show_endpoints()}>
    <DataTable
      caption={m.developers_show_endpoints()}
      columns={columns}
      rows={calls}
      keyOf={({ id }) => id}
    />
  </Card>
);
