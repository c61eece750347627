import { href } from "react-router";
import { z } from "zod";
import { organisationForm, overrideForm, reasonForm } from "#app/domain/console/schemas.ts";
import { plans } from "#app/domain/console/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf, reasonFor, resultOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userEdit";

const form = z.discriminatedUnion("intent", [
  organisationForm.extend({ intent: z.literal("rename") }),
  overrideForm.extend({ intent: z.literal("override") }),
  reasonForm.extend({ intent: z.literal("end") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.admin_user_edit_page_title() }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/organisations/:orgId", { orgId });
}

export const action = formAction(form, async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
  const back = href("/admin/users/:orgId", { orgId });
  switch (value.intent) {
    case "rename":
      await api("PUT /admin/organisations/:orgId", { orgId, name: value.name, reason: value.reason });
      return done(back, m.admin_user_edit_name_saved_done());
    case "override": {
      const { intent: _, ...override } = value;
      await api("POST /admin/organisations/:orgId/override", { orgId, ...override });
      return done(back, m.admin_user_edit_plan_overridden_done());
    }
    case "end":
      await api("DELETE /admin/organisations/:orgId/override", { orgId, reason: value.reason });
      return done(back, m.admin_user_edit_override_ended_done());
  }
});

export default function UserEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation: org, override } = loaderData;
  const result = actionData?.result;
  const sent = result?.initialValue?.intent;
  const of = (intent: string) => resultOf(result, intent);
  const reasonOf = (intent: string) => (
    <Field
      {...fieldProps(of(intent), "reason")}
      maxLength={500}
      label={m.common_reason()}
      id={`reason-${intent}`}
      required
      hint={m.admin_reason_hint()}
    />
  );
  return (
    <>
      <PageHeader
        title={m.admin_user_edit_title({ businessName: org.businessName })}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/users/:orgId", { orgId: org.id })}>
            {m.common_cancel()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <ErrorSummary errors={problemsOf(result, reasonFor(sent))} />
        <Card title={m.common_name()}>
          <Form method="post" noValidate className="grid gap-4">
            <Field
              {...fieldProps(of("rename"), "name", org.businessName)}
              maxLength={100}
              label={m.common_business_name()}
              required
            />
            {reasonOf("rename")}
            <Button name="intent" value="rename">
              {m.admin_user_edit_save_name_button()}
            </Button>
          </Form>
        </Card>
        <Card title={m.admin_user_edit_temporary_plan_title()}>
          <Form method="post" noValidate className="grid gap-4">
            <SelectField
              {...fieldProps(of("override"), "planType", org.plan)}
              label={m.common_plan()}
              options={plans.map((plan) => ({ value: plan, label: plan }))}
            />
            <Field
              {...fieldProps(of("override"), "messageLimit", String(org.messageLimit))}
              label={m.admin_user_edit_message_limit_label()}
              inputMode="numeric"
              required
            />
            <Field
              {...fieldProps(of("override"), "endsOn")}
              label={m.admin_user_ends_on_label()}
              type="date"
              required
            />
            {reasonOf("override")}
            <Button name="intent" value="override">
              {m.admin_user_edit_override_plan_button()}
            </Button>
          </Form>
        </Card>
        {override && (
          <Card title={m.admin_user_edit_end_override_now_title()}>
            <Form method="post" noValidate className="grid gap-4">
              {reasonOf("end")}
              <Button variant="danger" name="intent" value="end">
                {m.admin_user_edit_return_to_plan({ plan: override.formerPlanType })}
              </Button>
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}
