import { data, href, Link, redirect, useSearchParams } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { countOf } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/import";

export const meta: Route.MetaFunction = () => [{ title: "Import contacts" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/imports", {}));
}

/** Passes the body on as it streams in; the API reads the form. */
export async function action({ request, context }: Route.ActionArgs) {
  let importId: string;
  try {
    const response = await context.get(apiContext).raw(
      "POST /contacts/imports",
      { review: "yes" },
      {
        headers: { "content-type": request.headers.get("content-type") ?? "" },
        ...(request.body ? { body: request.body } : {}),
      },
    );
    ({ importId } = (await response.json()) as { importId: string });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, fields, typed } = error;
    return data({ message, fields, typed }, { status: error.status });
  }
  return redirect(href("/contacts/imports/:importId/review", { importId }));
}

export default function ImportContacts({ loaderData: { imports }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Import contacts"
        description="Upload a CSV or Excel file (.xlsx). Contacts that you already have are updated, not duplicated."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card>
          <UploadForm problem={actionData} />
        </Card>
        <div className="grid gap-6">
          <Card title="What the file can contain">
            <ul className="grid list-disc gap-2 pl-5">
              <li>
                A column <b>phone</b> (or mobile, number, <span lang="sw">simu</span>). 0712…, 712…, 254712…
                and +254712… are all understood; numbers of other countries begin with +.
              </li>
              <li>
                If you like, <b>name</b> (<span lang="sw">jina</span>), or first name and last name;{" "}
                <b>tags</b>; <b>consent</b> (<span lang="sw">ridhaa</span>) with yes or no; and{" "}
                <b>opted out</b>, with yes or a date for those who want no messages.
              </li>
              <li>
                A contact who gave consent keeps it when the file says no: to withdraw it, opt the contact
                out. A file can't restore consent that was withdrawn.
              </li>
              <li>
                Every other column becomes a field that a template can use; you choose on the next page. At
                most 50 columns and 100 MB, of a workbook 15 MB: its first sheet is read, with what its
                formulas showed last.
              </li>
            </ul>
          </Card>
          {imports.length > 0 && <RecentImports imports={imports} />}
        </div>
      </div>
    </>
  );
}

const filled = (typed: Record<string, string | undefined> = {}) =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value));

function UploadForm({ problem }: { problem: Route.ComponentProps["actionData"] }) {
  const fields = problem?.fields ?? {};
  // Tags and consent of an import whose refused rows were corrected.
  const [before] = useSearchParams();
  const typed: Record<string, string | undefined> = {
    ...Object.fromEntries(before),
    ...filled(problem?.typed),
  };
  const tied = Object.entries(fields).map(([id, text]) => ({ id, text }));
  const errors = problem && tied.length === 0 ? [{ text: problem.message }] : tied;
  return (
    <Form method="post" encType="multipart/form-data" reloadDocument className="grid gap-5">
      <ErrorSummary title="The file was not imported" errors={errors} />
      <Field
        label="CSV or Excel file"
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        required
        error={fields.file}
      />
      <Field
        label="Tags for all of them"
        name="tags"
        autoComplete="off"
        defaultValue={typed.tags ?? ""}
        error={fields.tags}
        hint="If you like, separated by commas. A tag is how a campaign finds them later."
      />
      <RadioGroupField
        label="Consent, where the file has no column for it"
        name="consentForAll"
        defaultValue={typed.consentForAll || "none"}
        error={fields.consentForAll}
        options={[
          {
            value: "none",
            label: "Not known",
            hint: "Marketing campaigns leave them out until they agree.",
          },
          {
            value: "granted",
            label: "All of them agreed to marketing messages",
            hint: "You can show when and how each of them agreed.",
          },
        ]}
      />
      <p className="row-actions">
        <Button>Upload and check the columns</Button>
        <ButtonLink to={href("/contacts")} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}

const badges = {
  uploading: <Badge tone="info">Uploading</Badge>,
  review: <Badge tone="warn">To be checked</Badge>,
  running: <Badge tone="info">Running</Badge>,
  completed: <Badge tone="good">Completed</Badge>,
  failed: <Badge tone="bad">Stopped</Badge>,
};

function RecentImports({ imports }: Route.ComponentProps["loaderData"]) {
  return (
    <Card title="Recent imports">
      <ul className="grid gap-3">
        {imports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0">
              <Link className="link break-all" to={href("/contacts/imports/:importId", { importId: one.id })}>
                {one.fileName}
              </Link>
              <span className="hint block">
                <Time value={one.createdAt} />, {countOf(one.rowsRead, "row")}
              </span>
            </span>
            {badges[one.status]}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
