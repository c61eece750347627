import { redirect, replace } from "react-router";
import { z } from "zod";
import { timeOfSending } from "#app/domain/campaigns/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { toNairobiInput } from "#app/shared/nairobiTime.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/ui/messaging/problems.ts";
import { TimeField } from "#app/ui/messaging/timeField.tsx";
import { WizardSteps } from "#app/ui/messaging/wizardSteps.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/campaignSchedule";

const schema = z
  .object({
    when: z.enum(["now", "later"], { error: "Choose when to send" }),
    scheduledFor: z.string().optional(),
    /** What stood in the field when the page was drawn. */
    drawn: z.string().optional(),
  })
  .transform(({ when, scheduledFor = "", drawn = "" }, check) => {
    if (when === "now" && scheduledFor !== "" && scheduledFor !== drawn) {
      check.addIssue({
        code: "custom",
        path: ["when"],
        message: "You entered a time. Choose “At the time below”, or empty the field to send at once",
      });
      return z.NEVER;
    }
    if (when === "now") return { scheduledFor: null };
    const time = timeOfSending.safeParse(scheduledFor);
    if (time.success) return { scheduledFor: time.data };
    for (const { message } of time.error.issues)
      check.addIssue({ code: "custom", path: ["scheduledFor"], message });
    return z.NEVER;
  });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.campaign.name ?? "Campaign"} – Time` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await orErrorPage(context.get(apiContext)("GET /campaigns/:campaignId", { campaignId }));
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${campaignId}`);
  return { campaign, earliest: toNairobiInput(new Date()) };
}

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("PUT /campaigns/:campaignId/schedule", {
      campaignId,
      scheduledFor: submission.value.scheduledFor,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/messaging/campaigns/${campaignId}/review`);
}

export default function CampaignSchedule({
  loaderData: { campaign, earliest },
  actionData,
}: Route.ComponentProps) {
  const result = actionData?.result;
  const stored = campaign.scheduledFor ? toNairobiInput(new Date(campaign.scheduledFor)) : "";
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={campaign.name} />
      <WizardSteps current="schedule" campaign={campaign} />
      <Card title="When is it sent?">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary errors={problemsOf(result)} />
          <input type="hidden" name="drawn" value={stored} />
          <RadioGroupField
            label="Time"
            name="when"
            defaultValue={typedOr(result, "when", stored ? "later" : "now")}
            error={errorAt(result, "when")}
            options={[
              { value: "now", label: "As soon as I confirm" },
              {
                value: "later",
                label: "At the time below",
                hint: "The money is set aside when you confirm.",
              },
            ]}
          />
          <TimeField result={result} stored={stored} earliest={earliest} />
          <p className="row-actions">
            <Button>Next: review</Button>
            <ButtonLink variant="quiet" to="/messaging">
              Finish later
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
