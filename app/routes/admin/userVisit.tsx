import { href } from "react-router";
import { visitForm } from "#app/domain/console/schemas.ts";
import { visitMinutes } from "#app/domain/console/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/userVisit";

export const meta: Route.MetaFunction = () => [{ title: "Support view – Administration" }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/organisations/:orgId", { orgId }));
}

export const action = formAction(
  visitForm,
  async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
    await api("POST /admin/organisations/:orgId/visit", { orgId, ...value });
    return done(href("/dashboard"), "The workspace is open, read only; the owner was told.");
  },
);

export default function UserVisit({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation } = loaderData;
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={`Open the workspace of ${organisation.businessName}`}
      answer={actionData}
      confirm={{ label: "Open read only", harmless: true }}
      keep={{ label: "Back", to: href("/admin/users/:orgId", { orgId: organisation.id }) }}
    >
      <p>
        You see what the owner sees, read only, for at most {visitMinutes} minutes. The owners and admins are
        told by mail and behind the bell, and read what you did in their activity log.
      </p>
      <TextareaField
        label="Reason"
        name="reason"
        rows={3}
        required
        hint="The organisation reads it."
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
      <Field
        label="Ticket (optional)"
        name="ticket"
        defaultValue={typedOr(result, "ticket", "")}
        error={errorAt(result, "ticket")}
      />
    </ConfirmPage>
  );
}
