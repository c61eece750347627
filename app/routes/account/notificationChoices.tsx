import { href } from "react-router";
import { choices as choicesSchema } from "#app/domain/insights/notifications/schemas.ts";
import {
  alwaysTold,
  newsKinds,
  newsKindWords,
  newsWays,
  newsWayWords,
} from "#app/domain/record/notifications/words.ts";
import { SettingsTabs } from "#app/routes/organisation/settingsTabs.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/notificationChoices";

export const meta: Route.MetaFunction = () => [{ title: "Notifications – Settings" }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /notifications/choices", {});
}

export const action = formAction(choicesSchema, async ({ value: choices, api }) => {
  await api("PUT /notifications/choices", { choices });
  return done(href("/settings/notifications"), "Saved. It holds for what happens from now on.");
});

export default function NotificationChoices({ loaderData, actionData }: Route.ComponentProps) {
  const { choices } = loaderData;
  const errors = Object.values(actionData?.result?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <PageHeader title="Settings" description="How you are told what happens." />
      <SettingsTabs />
      <div className="max-w-2xl">
        <Card title="Notifications">
          <p className="mb-4 text-muted">
            Your own choice, for this organisation. The daily mail comes at seven in the morning, Nairobi
            time, with what you have not read by then.
          </p>
          <ErrorSummary title="That was not saved" errors={errors.map((text) => ({ text }))} />
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
                  .filter((way) => way !== "off" || !alwaysTold.has(kind))
                  .map((way) => ({ value: way, label: newsWayWords[way] }))}
              />
            ))}
            <div>
              <Button>Save</Button>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
