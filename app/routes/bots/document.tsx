import { data, href, redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { maxDocumentBytes } from "#app/domain/bots/fieldRules.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/document";

export const meta: Route.MetaFunction = () => [{ title: m.bots_upload_document() }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const { bot } = await pageApi(context)("GET /bots/:botId", { botId });
  return { bot };
}

/** Passes the body on unread; the API reads the form. */
export async function action({ request, context, params: { botId } }: Route.ActionArgs) {
  try {
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const body = request.body ? { body: request.body } : {};
    await context.get(apiContext).raw("POST /bots/:botId/documents", { botId }, { headers, ...body });
    return redirect(href("/bots/:botId/sources", { botId }), {
      headers: withToast({ kind: "success", text: m.bots_document_being_read_text() }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.message, field: error.fields.file }, { status: error.status });
  }
}

export default function UploadDocument({ loaderData: { bot }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.bots_upload_document()}
        description={m.bots_document_lead({ botName: bot.name })}
      />
      <Card className="max-w-2xl">
        <Form method="post" encType="multipart/form-data" reloadDocument className="grid gap-5">
          <ErrorSummary
            title={m.bots_document_errors_title()}
            errors={actionData ? [{ id: "file", text: actionData.message }] : []}
          />
          <Field
            label={m.common_document()}
            name="file"
            type="file"
            accept=".pdf,.docx,.csv,.txt"
            required
            error={actionData?.field}
            hint={m.bots_document_file_hint({ size: megabytes(maxDocumentBytes) })}
          />
          <FormActions
            submitLabel={m.bots_document_upload_button()}
            cancelTo={href("/bots/:botId/sources", { botId: bot.id })}
          />
        </Form>
      </Card>
    </>
  );
}
