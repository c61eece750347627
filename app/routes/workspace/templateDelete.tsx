import { redirect, useLocation } from "react-router";
import { z } from "zod";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { useLastAnswer } from "#app/ui/lastAnswer.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { Route } from "./+types/templateDelete";

const schema = z.object({});

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: "Delete template" }];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /templates/:templateId", { templateId }));
}

export async function action({ request, context, params: { templateId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("DELETE /templates/:templateId", { templateId });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/templates${new URL(request.url).search}`, {
    headers: withToast({ kind: "success", text: "The template is deleted." }),
  });
}

export default function TemplateDelete({ loaderData: { template }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { search } = useLocation();
  const errors = Object.values(answer?.result.error ?? {}).flatMap((texts) => texts ?? []);
  const closeTo = `/templates${search}`;
  return (
    <Modal title={`Delete ${template.name}?`} closeTo={closeTo}>
      <ErrorSummary title="That did not work" errors={errors.map((text) => ({ text }))} />
      <p className="mb-5">
        The {template.languageName} template is deleted here and at Meta.
        {template.status === "APPROVED" && " Its name can't be used again for 30 days."} Messages that were
        sent with it stay as they are.
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        <Button variant="danger">Delete template</Button>
        <ButtonLink variant="secondary" to={closeTo}>
          Keep it
        </ButtonLink>
      </Form>
    </Modal>
  );
}
