import { redirect, useNavigation } from "react-router";
import { z } from "zod";
import { campaignName, idempotencyKey, phoneNumberId, templateId } from "#app/domain/campaigns/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/ui/messaging/problems.ts";
import { missingSender, SenderFields } from "#app/ui/messaging/senderFields.tsx";
import { WizardSteps } from "#app/ui/messaging/wizardSteps.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/newCampaign";

const schema = z.object({ name: campaignName, templateId, phoneNumberId, key: idempotencyKey });

export const meta: Route.MetaFunction = () => [{ title: "New Campaign – Message Center" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ templates }, { numbers }] = await orErrorPage(
    Promise.all([
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
    ]),
  );
  const chosen = new URL(request.url).searchParams.get("template") ?? "";
  return { templates, numbers, chosen, key: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    const { campaignId } = await context.get(apiContext)("POST /campaigns", submission.value);
    return redirect(`/messaging/campaigns/${campaignId}/audience`);
  } catch (error) {
    return refuse(submission, error);
  }
}

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const busy = useNavigation().state === "submitting";
  const missing = missingSender(loaderData);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="New Campaign" description="Nothing is sent before you have seen the price." />
      {missing ?? (
        <>
          <WizardSteps current="setup" />
          <Card title="What do you send?">
            <Form method="post" noValidate className="grid gap-5">
              <ErrorSummary errors={problemsOf(result)} />
              <input type="hidden" name="key" value={typedOr(result, "key", loaderData.key)} />
              <Field
                label="Campaign name"
                name="name"
                required
                maxLength={100}
                autoComplete="off"
                defaultValue={typedOr(result, "name", "")}
                error={errorAt(result, "name")}
                hint="Only your team sees it."
              />
              <SenderFields
                templates={loaderData.templates}
                numbers={loaderData.numbers}
                chosen={{ templateId: loaderData.chosen, phoneNumberId: "" }}
                result={result}
              />
              <p className="row-actions">
                <Button disabled={busy}>Next: audience</Button>
                <ButtonLink variant="quiet" to="/messaging">
                  Cancel
                </ButtonLink>
              </p>
            </Form>
          </Card>
        </>
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
