import { href, useLocation } from "react-router";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: "Delete template" }];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /templates/:templateId", { templateId }));
}

export const action = formAction(
  noFields,
  async ({ api, request }, { params: { templateId } }: Route.ActionArgs) => {
    await api("DELETE /templates/:templateId", { templateId });
    return done(`${href("/templates")}${new URL(request.url).search}`, "The template is deleted.");
  },
);

export default function TemplateDelete({ loaderData: { template }, actionData }: Route.ComponentProps) {
  const closeTo = `${href("/templates")}${useLocation().search}`;
  return (
    <Modal title={`Delete ${template.name}?`} closeTo={closeTo}>
      <ConfirmForm
        answer={actionData}
        confirm={{ label: "Delete template" }}
        keep={{ label: "Keep it", to: closeTo }}
      >
        <p>
          The {template.languageName} template is deleted here and at Meta.
          {template.status === "APPROVED" && " Its name can't be used again for 30 days."} Messages that were
          sent with it stay as they are.
        </p>
      </ConfirmForm>
    </Modal>
  );
}
