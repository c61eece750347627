import { data, href, Link } from "react-router";
import { z } from "zod";
import { ApiError, type CallOutput } from "#app/api/client.server.ts";
import { everything, scopes, scopeWords } from "#app/domain/organisations/apiKeys/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { CheckboxField, Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/keys";
import { Code } from "./code.tsx";
import { DeveloperTabs } from "./developerTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "API keys" }];

export const loader = ({ context }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /developer/api-keys", {}));

const lifetimes = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

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
    // Not compressed: the length would tell what the key has in common with the page's address.
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
      <PageHeader
        title="API keys"
        description="A key for each of your systems, allowed only what it needs. Besides these there is the default key of the overview."
      />
      <DeveloperTabs />
      <div className="grid gap-6">
        {actionData?.key && (
          <Notice tone="good" title={`Key “${actionData.name}” created`}>
            <p>Copy it now: it is shown only this once.</p>
            <Code text={actionData.key} />
          </Notice>
        )}
        <DataTable
          caption="API keys"
          columns={columns}
          rows={keys}
          keyOf={({ id }) => id}
          empty={<EmptyState title="No further keys yet" />}
        />
        <Card title="New key">
          <NewKey problem={actionData?.problem ?? null} name={actionData?.problem ? actionData.name : ""} />
        </Card>
      </div>
    </>
  );
}

type Key = CallOutput<"GET /developer/api-keys">["keys"][number];

const columns: Column<Key>[] = [
  { header: "Name", cell: ({ name }) => name, below: ({ lastFour }) => `ends in ${lastFour}` },
  {
    header: "Mode",
    cell: ({ mode }) =>
      mode === "live" ? <Badge tone="good">Live</Badge> : <Badge tone="neutral">Test</Badge>,
  },
  {
    header: "May",
    cell: ({ scopes: granted }) => (granted.includes(everything) ? "Everything" : granted.join(", ")),
    className: "wrap-anywhere",
  },
  { header: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt ? <Time value={lastUsedAt} /> : "Never") },
  { header: "Expires", cell: ({ expiresAt }) => (expiresAt ? <Time value={expiresAt} to="day" /> : "Never") },
  {
    header: "Actions",
    plain: true,
    cell: ({ id, name }) => (
      <Link className="link" to={href("/developers/keys/:keyId/revoke", { keyId: id })}>
        Revoke<span className="sr-only"> {name}</span>
      </Link>
    ),
  },
];

function NewKey({ problem, name }: { problem: string | null; name: string }) {
  return (
    <Form method="post" className="grid gap-5" noValidate>
      {problem && <ErrorSummary title="The key was not created" errors={[{ id: "name", text: problem }]} />}
      <Field
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={name}
        error={problem ?? undefined}
        hint="The system that uses it, such as Web shop"
      />
      <RadioGroupField
        label="Mode"
        name="mode"
        defaultValue="live"
        options={[
          { value: "live", label: "Live", hint: "Sends real messages, which are charged." },
          { value: "test", label: "Test", hint: "Nothing leaves and nothing is charged." },
        ]}
      />
      <SelectField label="Expires" name="days" options={lifetimes} />
      <fieldset className="grid gap-2">
        <legend className="label">What it may do</legend>
        <p className="hint">Choose nothing to allow everything.</p>
        <div className="grid gap-2 sm:grid-cols-2">
          {scopes.map((scope) => (
            <CheckboxField key={scope} id={scope} name="scopes" value={scope} label={scopeWords[scope]} />
          ))}
        </div>
      </fieldset>
      <div className="row-actions">
        <Button>Create key</Button>
      </div>
    </Form>
  );
}

export { ScreenError as ErrorBoundary };
