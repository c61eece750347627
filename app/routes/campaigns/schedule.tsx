import { href, redirect, replace } from "react-router";
import { z } from "zod";
import { timeOfSending } from "#app/domain/messaging/campaigns/schemas.ts";
import { toNairobiInput } from "#app/platform/nairobiTime.ts";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/schedule";
import { TimeField } from "./timeField.tsx";
import { WizardFooter, WizardSteps } from "./wizardSteps.tsx";

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

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    await api("PUT /campaigns/:campaignId/schedule", {
      campaignId,
      scheduledFor: value.scheduledFor,
    });
    return redirect(href("/messaging/campaigns/:campaignId/review", { campaignId }));
  },
);

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
      <Card title="When should it be sent?">
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
                hint: "The money is put on hold when you confirm.",
              },
            ]}
          />
          <TimeField result={result} stored={stored} earliest={earliest} />
          <WizardFooter next="Next: review" />
        </Form>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
