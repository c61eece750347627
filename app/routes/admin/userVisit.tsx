import { href } from "react-router";
import { visitForm } from "#app/domain/console/schemas.ts";
import { visitMinutes } from "#app/domain/console/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userVisit";

export const meta: Route.MetaFunction = () => [{ title: m.admin_user_visit_page_title() }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/organisations/:orgId", { orgId });
}

export const action = formAction(
  visitForm,
  async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
    await api("POST /admin/organisations/:orgId/visit", { orgId, ...value });
    return done(href("/dashboard"), m.admin_user_visit_opened_done());
  },
);

export default function UserVisit({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation } = loaderData;
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.admin_user_visit_open_workspace_title({ businessName: organisation.businessName })}
      answer={actionData}
      confirm={{ label: m.admin_user_visit_open_read_only(), harmless: true }}
      keep={{ label: m.common_back(), to: href("/admin/users/:orgId", { orgId: organisation.id }) }}
    >
      <p>{m.admin_user_visit_rules_text({ visitMinutes })}</p>
      <TextareaField
        {...fieldProps(result, "reason")}
        maxLength={500}
        label={m.common_reason()}
        rows={3}
        required
        hint={m.admin_organisation_sees_hint()}
      />
      <Field {...fieldProps(result, "ticket")} maxLength={60} label={m.admin_user_visit_ticket_label()} />
    </ConfirmPage>
  );
}
