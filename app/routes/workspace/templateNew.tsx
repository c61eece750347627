import type { SubmissionResult } from "@conform-to/react";
import { redirect, useNavigation } from "react-router";
import { draftFromTemplate, templateDraft } from "#app/domain/templates/schemas.ts";
import { parseForm, readForm } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { TemplateForm } from "#app/ui/templates/templateForm.tsx";
import type { Route } from "./+types/templateNew";

const schema = templateDraft;

export const meta: Route.MetaFunction = () => [{ title: "Create template" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { accounts } = await orErrorPage(api("GET /whatsapp/accounts", {}));
  const templateId = new URL(request.url).searchParams.get("copy");
  const copied = templateId ? await orErrorPage(api("GET /templates/:templateId", { templateId })) : null;
  return {
    accounts: accounts
      .filter(({ status }) => status === "connected")
      .map(({ id, name, wabaId }) => ({ value: id, label: `${name || "WhatsApp account"} (${wabaId})` })),
    copied: copied ? draftFromTemplate(copied.template) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, schema);
  // A row was added or taken away, or the preview was asked for, without script: nothing is checked yet.
  if (submission.status === undefined || form.get("show") === "preview")
    return { result: withoutErrors(submission.reply()) };
  if (submission.status !== "success") return refuse(submission);
  try {
    const { id, status } = await context.get(apiContext)("POST /templates", submission.value);
    const text =
      status === "DRAFT"
        ? "Meta did not answer yet. We keep trying and tell you."
        : "Submitted to Meta for review. We tell you the result.";
    return redirect(`/templates/${id}`, { headers: withToast({ kind: "success", text }) });
  } catch (error) {
    return refuse(submission, error);
  }
}

function withoutErrors({ error: _, ...result }: SubmissionResult<string[]>): SubmissionResult<string[]> {
  return result;
}

export default function TemplateNew({ loaderData: { accounts, copied }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  return (
    <Modal title="Create Template" closeTo="/templates" size="xl">
      {accounts.length === 0 ? (
        <EmptyState
          title="Connect WhatsApp first"
          action={<ButtonLink to="/whatsapp">WhatsApp Setup</ButtonLink>}
        >
          Templates live in your WhatsApp account, and Meta reviews them there.
        </EmptyState>
      ) : (
        <TemplateForm accounts={accounts} defaults={copied} result={actionData?.result} isBusy={isBusy} />
      )}
    </Modal>
  );
}
