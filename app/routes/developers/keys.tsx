import { data, href, Link } from "react-router";
import { z } from "zod";
import { ApiError, type CallOutput } from "#app/api/client.server.ts";
import { everything, scopes, scopeWords } from "#app/domain/organisations/apiKeys/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { CheckboxField, Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/keys";
import { Code } from "./code.tsx";
import { DeveloperTabs } from "./developerTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.developers_api_keys() }];

export const loader = ({ context }: Route.LoaderArgs) => pageApi(context)("GET /developer/api-keys", {});

const lifetimes = lazy([
  { value: "", label: m.common_never },
  { value: "30", label: () => m.developers_keys_in_days({ days: 30 }) },
  { value: "90", label: () => m.developers_keys_in_days({ days: 90 }) },
  { value: "365", label: m.developers_keys_in_year },
]);

const fields = z.object({
  name: z.string().catch(""),
  mode: z.enum(["live", "test"]).catch("live"),
  days: z.coerce.number().int().min(0).max(365).catch(0),
});

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const { name, mode, days } = fields.parse(Object.fromEntries(form));
  const chosen = scopes.filter((scope) => form.getAll("scopes").includes(scope));
  const expiresAt = days > 0 ? new Date(Date.now() + days * 86_400_000) : null;
  try {
    const { key } = await context.get(apiContext)("POST /developer/api-keys", {
      name,
      mode,
      scopes: chosen.length > 0 ? chosen : [everything],
      expiresAt,
    });
    // Not compressed: the length would reveal what the key has in common with the page's address.
    return data({ key, name, problem: null }, { headers: { "x-compress": "none" } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ key: null, name, problem: error.fields.name ?? error.message }, { status: 400 });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ApiKeys({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.developers_api_keys()} description={m.developers_keys_lead()} />
      <DeveloperTabs />
      <div className="grid gap-6">
        {actionData?.key && (
          <Notice
            tone="good"
            title={m.developers_keys_key_created_notice({ actionDataName: actionData.name })}
          >
            <p>{m.developers_keys_copy_now_text()}</p>
            <Code text={actionData.key} />
          </Notice>
        )}
        <DataTable
          caption={m.developers_api_keys()}
          columns={columns}
          rows={keys}
          keyOf={({ id }) => id}
          empty={<EmptyState title={m.developers_keys_no_other_keys_yet_title()} />}
        />
        <Card title={m.developers_keys_new_key_title()}>
          <NewKey problem={actionData?.problem ?? null} name={actionData?.problem ? actionData.name : ""} />
        </Card>
      </div>
    </>
  );
}

type Key = CallOutput<"GET /developer/api-keys">["keys"][number];

const columns: Column<Key>[] = [
  {
    header: m.common_name,
    cell: ({ name }) => name,
    below: ({ lastFour }) => m.developers_keys_ends_in({ lastFour }),
  },
  {
    header: m.developers_mode,
    cell: ({ mode }) =>
      mode === "live" ? (
        <Badge tone="good">{m.developers_live()}</Badge>
      ) : (
        <Badge tone="neutral">{m.developers_test()}</Badge>
      ),
  },
  {
    header: m.developers_keys_scopes,
    cell: ({ scopes: granted }) =>
      granted.includes(everything) ? m.developers_keys_everything() : granted.join(", "),
    className: "wrap-anywhere",
  },
  {
    header: m.developers_keys_last_used,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time value={lastUsedAt} /> : m.common_never()),
  },
  {
    header: m.developers_keys_expires,
    cell: ({ expiresAt }) => (expiresAt ? <Time value={expiresAt} to="day" /> : m.common_never()),
  },
  {
    header: m.common_actions,
    plain: true,
    cell: ({ id, name }) => (
      <Link className="link link-danger" to={href("/developers/keys/:keyId/revoke", { keyId: id })}>
        {m.common_revoke()}
        <span className="sr-only"> {name}</span>
      </Link>
    ),
  },
];

function NewKey({ problem, name }: { problem: string | null; name: string }) {
  return (
    <Form method="post" className="grid gap-5" noValidate>
      {problem && (
        <ErrorSummary
          title={m.developers_keys_key_not_created_title()}
          errors={[{ id: "name", text: problem }]}
        />
      )}
      <Field
        label={m.common_name()}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={name}
        error={problem ?? undefined}
        hint={m.developers_keys_name_hint()}
      />
      <RadioGroupField
        label={m.developers_mode()}
        name="mode"
        defaultValue="live"
        options={[
          {
            value: "live",
            label: m.developers_live(),
            hint: m.developers_keys_live_mode_hint(),
          },
          {
            value: "test",
            label: m.developers_test(),
            hint: m.developers_keys_test_mode_hint(),
          },
        ]}
      />
      <SelectField label={m.developers_keys_expires()} name="days" options={lifetimes} />
      <fieldset className="grid gap-2">
        <legend className="label">{m.developers_keys_scopes_legend()}</legend>
        <p className="hint">{m.developers_keys_scopes_text()}</p>
        <div className="grid gap-2 sm:grid-cols-2">
          {scopes.map((scope) => (
            <CheckboxField key={scope} id={scope} name="scopes" value={scope} label={scopeWords[scope]} />
          ))}
        </div>
      </fieldset>
      <FormActions submitLabel={m.developers_create_key_button()} />
    </Form>
  );
}
