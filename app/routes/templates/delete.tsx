import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, useLocation } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.templates_delete_template() }];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /templates/:templateId", { templateId });
}

export const action = formAction(
  noFields,
  async ({ api, request }, { params: { templateId } }: Route.ActionArgs) => {
    await api("DELETE /templates/:templateId", { templateId });
    return done(
      `${href("/templates")}${new URL(request.url).search}`,
      m.templates_delete_template_deleted_done(),
    );
  },
);

export default function TemplateDelete({ loaderData: { template }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.templates_delete_title({ templateName: template.name })}
      answer={actionData}
      confirm={{ label: m.templates_delete_template() }}
      keep={{ label: m.common_keep_it(), to: `${href("/templates")}${useLocation().search}` }}
    >
      <p>
        <ParaglideMessage
          message={
            template.status === "APPROVED" ? m.templates_delete_approved_text : m.templates_delete_text
          }
          markup={{ languageName: () => <>{template.languageName}</> }}
        />
      </p>
    </ConfirmPage>
  );
}
