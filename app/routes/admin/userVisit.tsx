import { href } from "react-router";
import { visitForm } from "#app/domain/console/schemas.ts";
import { visitMinutes } from "#app/domain/console/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userVisit";

export const meta: Route.MetaFunction = () => [{ title: m.admin_support_view_administration() }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /admin/organisations/:orgId", { orgId }));
}

export const action = formAction(
  visitForm,
  async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
    await api("POST /admin/organisations/:orgId/visit", { orgId, ...value });
    return done(href("/dashboard"), m.admin_the_workspace_is_open_read_only());
  },
);

export default function UserVisit({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation } = loaderData;
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.admin_open_the_workspace_of({ businessName: organisation.businessName })}
      answer={actionData}
      confirm={{ label: m.admin_open_read_only(), harmless: true }}
      keep={{ label: m.common_back(), to: href("/admin/users/:orgId", { orgId: organisation.id }) }}
    >
      <p>{m.admin_you_see_what_the_owner_sees({ visitMinutes })}</p>
      <TextareaField
        {...fieldProps(result, "reason")}
        label={m.common_reason()}
        rows={3}
        required
        hint={m.admin_the_organisation_reads_it()}
      />
      <Field {...fieldProps(result, "ticket")} label={m.admin_ticket_optional()} />
    </ConfirmPage>
  );
}
