import { href } from "react-router";
import { z } from "zod";
import { dailyEmailHour } from "#app/domain/insights/notifications/fieldRules.ts";
import { choices as choicesSchema } from "#app/domain/insights/notifications/schemas.ts";
import { weeklyReportHour } from "#app/domain/insights/weeklyReport/fieldRules.ts";
import {
  alwaysNotified,
  newsKinds,
  newsKindWords,
  newsWays,
  newsWayWords,
} from "#app/domain/record/notifications/words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/notificationChoices";

export const meta: Route.MetaFunction = () => [{ title: m.account_notifications_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /notifications/choices", {});
}

const schema = choicesSchema.extend({ weeklyReport: z.literal("on").optional() });

export const action = formAction(schema, async ({ value: { weeklyReport, ...choices }, api }) => {
  await api("PUT /notifications/choices", { choices, weeklyReport: weeklyReport === "on" });
  return done(href("/settings/notifications"), m.account_notification_choices_saved_done());
});

export default function NotificationChoices({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, weeklyReport } = loaderData;
  const errors = Object.values(actionData?.result?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <PageHeader title={m.common_notifications()} description={m.account_notifications_lead()} />
      <div className="max-w-2xl">
        <Card>
          <p className="mb-4 text-muted">
            {m.account_notification_choices_scope_text({
              time: `${String(dailyEmailHour).padStart(2, "0")}:00`,
            })}
          </p>
          <ErrorSummary
            title={m.account_notifications_was_not_saved()}
            errors={errors.map((text) => ({ text }))}
          />
          <Form method="post" className="grid gap-4">
            {newsKinds.map((kind) => (
              <SelectField
                key={kind}
                id={`news-${kind}`}
                name={kind}
                label={newsKindWords[kind].label}
                hint={newsKindWords[kind].text}
                defaultValue={choices[kind]}
                options={newsWays
                  .filter((way) => way !== "off" || !alwaysNotified.has(kind))
                  .map((way) => ({ value: way, label: newsWayWords[way] }))}
              />
            ))}
            <CheckboxField
              label={m.account_weekly_report_label()}
              name="weeklyReport"
              defaultChecked={weeklyReport}
              hint={m.account_weekly_report_hint({
                time: `${String(weeklyReportHour).padStart(2, "0")}:00`,
              })}
            />
            <div>
              <Button>{m.common_save()}</Button>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}
