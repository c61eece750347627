import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href, Link, redirect, useSearchParams } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { maxColumns, maxFileBytes, maxPackedBytes } from "#app/domain/contacts/imports/fieldRules.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/import";

export const meta: Route.MetaFunction = () => [{ title: m.common_import_contacts() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /contacts/imports", {});
}

/** Streams the body on; the API reads the form. */
export async function action({ request, context }: Route.ActionArgs) {
  let made: { importId: string; status: string };
  try {
    const response = await context.get(apiContext).raw(
      "POST /contacts/imports",
      { review: "yes" },
      {
        headers: { "content-type": request.headers.get("content-type") ?? "" },
        ...(request.body ? { body: request.body } : {}),
      },
    );
    made = (await response.json()) as typeof made;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, fields, typed } = error;
    return data({ message, fields, typed }, { status: error.status });
  }
  const { importId, status } = made;
  return redirect(
    status === "review"
      ? href("/contacts/imports/:importId/review", { importId })
      : href("/contacts/imports/:importId", { importId }),
  );
}

export default function ImportContacts({ loaderData: { imports }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.common_import_contacts()} description={m.contacts_import_lead()} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card>
          <UploadForm problem={actionData} />
        </Card>
        <div className="grid gap-6">
          <Card title={m.contacts_import_file_contents_title()}>
            <ul className="grid list-disc gap-2 pl-5">
              <li>
                <ParaglideMessage
                  message={m.contacts_import_phone_column_text}
                  markup={{
                    b: ({ children }) => <b>{children}</b>,
                    span: ({ children }) => <span lang="sw">{children}</span>,
                  }}
                />
              </li>
              <li>
                <ParaglideMessage
                  message={m.contacts_import_name_columns_text}
                  markup={{
                    b: ({ children }) => <b>{children}</b>,
                    span: ({ children }) => <span lang="sw">{children}</span>,
                    b2: ({ children }) => <b>{children}</b>,
                    b3: ({ children }) => <b>{children}</b>,
                    span2: ({ children }) => <span lang="sw">{children}</span>,
                    b4: ({ children }) => <b>{children}</b>,
                  }}
                />
              </li>
              <li>{m.contacts_import_consent_kept_text()}</li>
              <li>
                {m.contacts_import_other_columns_text({
                  columns: maxColumns,
                  size: megabytes(maxFileBytes),
                  packedSize: megabytes(maxPackedBytes),
                })}
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
      <ErrorSummary title={m.contacts_import_errors_title()} errors={errors} />
      <Field
        label={m.contacts_import_file_label()}
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        required
        error={fields.file}
      />
      <Field
        label={m.contacts_import_tags_label()}
        name="tags"
        autoComplete="off"
        defaultValue={typed.tags ?? ""}
        error={fields.tags}
        hint={m.contacts_import_tags_hint()}
      />
      <RadioGroupField
        label={m.contacts_import_consent_for_all_label()}
        name="consentForAll"
        defaultValue={typed.consentForAll || undefined}
        required
        error={fields.consentForAll}
        options={[
          {
            value: "granted",
            label: m.contacts_import_yes_all(),
            hint: m.contacts_import_all_agreed_hint(),
          },
          {
            value: "none",
            label: m.contacts_import_no_or_not_known(),
            hint: m.contacts_import_not_agreed_hint(),
          },
          {
            value: "column",
            label: m.contacts_import_consent_column(),
            hint: m.contacts_import_consent_column_hint(),
          },
        ]}
      />
      <FormActions submitLabel={m.contacts_import_upload_and_map_columns()} cancelTo={href("/contacts")} />
    </Form>
  );
}

const badges = () => ({
  reading: <Badge tone="info">{m.common_reading()}</Badge>,
  review: <Badge tone="warn">{m.contacts_import_not_checked_yet()}</Badge>,
  running: <Badge tone="info">{m.common_running()}</Badge>,
  completed: <Badge tone="good">{m.contacts_import_completed()}</Badge>,
  failed: <Badge tone="bad">{m.contacts_import_stopped()}</Badge>,
});

function RecentImports({ imports }: Route.ComponentProps["loaderData"]) {
  return (
    <Card title={m.contacts_import_recent_imports_title()}>
      <ul className="grid gap-3">
        {imports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0">
              <Link className="link break-all" to={href("/contacts/imports/:importId", { importId: one.id })}>
                {one.fileName}
              </Link>
              <span className="hint block">
                <Time value={one.createdAt} />, {counted(m.counts_rows, one.rowsRead)}
              </span>
            </span>
            {badges()[one.status]}
          </li>
        ))}
      </ul>
    </Card>
  );
}
