import { href, redirect, replace } from "react-router";
import { z } from "zod";
import { timeOfSending } from "#app/domain/messaging/campaigns/schemas.ts";
import { paceLimits } from "#app/domain/messaging/campaigns/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/schedule";
import { PaceFields } from "./paceFields.tsx";
import { TimeField } from "./timeField.tsx";
import { WizardFooter, WizardSteps } from "./wizardSteps.tsx";

const whole = (most: number, error: () => string) =>
  z.coerce.number<unknown>({ error }).int({ error }).min(1, { error }).max(most, { error });
const hours = whole(paceLimits.hours, () =>
  m.campaigns_schedule_hours_invalid({ least: 1, most: paceLimits.hours }),
);
const perMinute = whole(paceLimits.perMinute, () =>
  m.campaigns_schedule_per_minute_invalid({ least: 1, most: formatCount(paceLimits.perMinute) }),
);

const schema = z
  .object({
    when: z.enum(["now", "later"], { error: () => m.campaigns_schedule_when_required() }),
    scheduledFor: z.string().optional(),
    /** The field's value when the page was rendered. */
    drawn: z.string().optional(),
    pace: z
      .enum(["fast", "over", "per_minute"], { error: () => m.campaigns_schedule_pace_required() })
      .default("fast"),
    hours: z.string().optional(),
    perMinute: z.string().optional(),
  })
  .transform(({ pace, hours: hoursText, perMinute: messagesText, ...time }, check) => {
    if (pace === "fast") return { ...time, pace: null };
    const [name, read] =
      pace === "over"
        ? (["hours", hours.safeParse(hoursText)] as const)
        : (["perMinute", perMinute.safeParse(messagesText)] as const);
    if (!read.success) {
      check.addIssue({ code: "custom", path: [name], message: read.error.issues[0]!.message });
      return z.NEVER;
    }
    return {
      ...time,
      pace:
        pace === "over"
          ? { kind: "over" as const, hours: read.data }
          : { kind: "per_minute" as const, messages: read.data },
    };
  })
  .transform(({ when, scheduledFor = "", drawn = "", pace }, check) => {
    if (when === "now" && scheduledFor !== "" && scheduledFor !== drawn) {
      check.addIssue({
        code: "custom",
        path: ["when"],
        message: m.campaigns_schedule_time_without_later(),
      });
      return z.NEVER;
    }
    if (when === "now") return { scheduledFor: null, pace };
    const time = timeOfSending.safeParse(scheduledFor);
    if (time.success) return { scheduledFor: time.data, pace };
    for (const { message } of time.error.issues)
      check.addIssue({ code: "custom", path: ["scheduledFor"], message });
    return z.NEVER;
  });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: m.campaigns_schedule_page_title({
      campaignName: loaderData?.campaign.name ?? m.common_campaign(),
    }),
  },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, { quiet }] = await orThrowPage(
    Promise.all([api("GET /campaigns/:campaignId", { campaignId }), api("GET /sending", {})]),
  );
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  return { campaign, quiet, earliest: toNairobiInput(new Date()) };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    await api("PUT /campaigns/:campaignId/schedule", {
      campaignId,
      ...value,
    });
    return redirect(href("/messaging/campaigns/:campaignId/review", { campaignId }));
  },
);

export default function CampaignSchedule({
  loaderData: { campaign, quiet, earliest },
  actionData,
}: Route.ComponentProps) {
  const result = actionData?.result;
  const stored = campaign.scheduledFor ? toNairobiInput(new Date(campaign.scheduledFor)) : "";
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={campaign.name} />
      <WizardSteps current="schedule" campaign={campaign} />
      <Card title={m.campaigns_schedule_title()}>
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary errors={problemsOf(result)} />
          <input type="hidden" name="drawn" value={stored} />
          <RadioGroupField
            {...fieldProps(result, "when", stored ? "later" : "now")}
            label={m.common_time()}
            options={[
              { value: "now", label: m.common_now() },
              {
                value: "later",
                label: m.common_later(),
                hint: m.campaigns_schedule_now_hint(),
              },
            ]}
          />
          <TimeField result={result} stored={stored} earliest={earliest} />
          <PaceFields pace={campaign.pace} quiet={quiet} result={result} />
          <WizardFooter next={m.campaigns_schedule_next_review_next()} />
        </Form>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
