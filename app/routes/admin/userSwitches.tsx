import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href } from "react-router";
import { z } from "zod";
import { switchOffForm, switchOnForm } from "#app/domain/console/schemas.ts";
import { features } from "#app/domain/console/words.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf, reasonFor } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userSwitches";

const form = z.discriminatedUnion("intent", [
  switchOffForm.extend({ intent: z.literal("off") }),
  switchOnForm.extend({ intent: z.literal("on") }),
]);
const options = () => Object.entries(features).map(([value, { label }]) => ({ value, label }));

export const meta: Route.MetaFunction = () => [{ title: m.admin_user_switches_page_title() }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  return { orgId, ...(await api("GET /admin/organisations/:orgId/switches", { orgId })) };
}

export const action = formAction(form, async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
  const { feature, reason } = value;
  const back = href("/admin/users/:orgId/switches", { orgId });
  const { label } = features[feature];
  if (value.intent === "on") {
    await api("DELETE /admin/organisations/:orgId/switches/:feature", { orgId, feature, reason });
    return done(back, m.admin_user_switches_on_again_done({ label }));
  }
  await api("POST /admin/organisations/:orgId/switches", { orgId, feature, endsOn: value.endsOn, reason });
  return done(back, m.admin_user_switches_switched_off_done({ label, endsOn: longDay(value.endsOn) }));
});

export default function UserSwitches({ loaderData, actionData }: Route.ComponentProps) {
  const { orgId, businessName, switches, mayChange } = loaderData;
  const result = actionData?.result;
  const sent = result?.initialValue;
  const sentForm = sent?.intent === "on" ? `on-${sent.feature}` : "off";
  const of = (key: string) => (sentForm === key ? result : undefined);
  const reasonOf = (key: string) => (
    <Field
      {...fieldProps(of(key), "reason")}
      maxLength={500}
      label={m.common_reason()}
      id={`reason-${key}`}
      required
      hint={m.admin_reason_hint()}
    />
  );
  return (
    <>
      <PageHeader
        title={m.admin_user_switches_title({ businessName })}
        description={m.admin_user_switches_lead()}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/users/:orgId", { orgId })}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <ErrorSummary errors={problemsOf(result, reasonFor(sentForm))} />
        {Object.entries(features).map(([feature, words]) => (
          <FeatureCard
            key={feature}
            feature={feature}
            words={words}
            off={switches.find((found) => found.feature === feature)}
            reason={mayChange ? reasonOf(`on-${feature}`) : null}
          />
        ))}
        {mayChange && (
          <Card title={m.admin_user_switches_switch_off_function()}>
            <Form method="post" noValidate renews className="grid gap-4">
              <SelectField
                {...fieldProps(of("off"), "feature", "api")}
                label={m.admin_user_switches_feature_label()}
                options={options()}
              />
              <Field
                {...fieldProps(of("off"), "endsOn")}
                label={m.admin_user_ends_on_label()}
                type="date"
                required
              />
              {reasonOf("off")}
              <div>
                <Button variant="danger" name="intent" value="off">
                  {m.common_switch_off()}
                </Button>
              </div>
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}

function FeatureCard({
  feature,
  words: { label, meaning },
  off,
  reason,
}: {
  feature: string;
  words: { label: string; meaning: string };
  off: Route.ComponentProps["loaderData"]["switches"][number] | undefined;
  /** The field shown to those who may switch it on; otherwise null. */
  reason: ReactNode;
}) {
  return (
    <Card title={label}>
      <p>
        <Badge tone={off ? "bad" : "good"}>{off ? m.common_off() : m.common_on()}</Badge>
      </p>
      <p className="hint mt-2">{m.admin_user_switches_when_off_text({ meaning })}</p>
      {off && (
        <p className="mt-2">
          <ParaglideMessage
            message={m.admin_user_until_time_text}
            inputs={{ reason: off.reason, by: off.by ?? "–" }}
            markup={{ time: () => <Time value={off.endsAt} /> }}
          />
        </p>
      )}
      {off && reason && (
        <Form method="post" noValidate renews className="mt-3 grid gap-4">
          <input type="hidden" name="feature" value={feature} />
          {reason}
          <div>
            <Button name="intent" value="on">
              {m.admin_user_switches_switch_on_button()}
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
