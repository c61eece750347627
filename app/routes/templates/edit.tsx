import { href, replace, useNavigation } from "react-router";
import { changedTemplateForm } from "#app/domain/whatsapp/templates/schemas.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { EditableFrom } from "./editableFrom.tsx";
import { answerTemplateForm, viewOfForm } from "./submission.server.ts";
import { exceptForPreviews, TemplateForm } from "./templateForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_edit_template() }];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { template } = await orThrowPage(api("GET /templates/:templateId", { templateId }));
  if (!template.editable)
    throw replace(href("/templates/:templateId", { templateId }), {
      headers: withToast({
        kind: "error",
        text: m.templates_edit_not_editable(),
      }),
    });
  const { values } = await orThrowPage(api("GET /templates/start", { copy: templateId }));
  const { name, languageName, rejectionReason, category, status, editableFrom } = template;
  const isApproved = status === "APPROVED";
  return {
    kept: { name, languageName, ...(isApproved ? { category } : {}) },
    rejectionReason,
    isApproved,
    editableFrom,
    view: await orThrowPage(viewOfForm(api, values)),
  };
}

export async function action({ request, context, params: { templateId } }: Route.ActionArgs) {
  const api = context.get(apiContext);
  return answerTemplateForm(request, api, changedTemplateForm, (content) =>
    api("PUT /templates/:templateId", { ...content, templateId }),
  );
}

export default function TemplateEdit({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { kept, rejectionReason, isApproved, editableFrom, view } = loaderData;
  const isBusy = useNavigation().state === "submitting";
  return (
    <>
      <PageHeader title={m.templates_edit_title({ keptName: kept.name })} />
      {rejectionReason && (
        <div className="mb-4">
          <Notice tone="bad" title={m.templates_rejected()}>
            {rejectionReason}
          </Notice>
        </div>
      )}
      {isApproved && (
        <div className="mb-4">
          <Notice tone="warn" title={m.templates_edit_review_title()}>
            {m.templates_edit_review_text()}
            {editableFrom && (
              <p className="mt-1">
                <EditableFrom at={editableFrom} />
              </p>
            )}
          </Notice>
        </div>
      )}
      <TemplateForm
        kept={kept}
        accounts={[]}
        view={answer?.view ?? view}
        isBusy={isBusy}
        cancelTo={href("/templates/:templateId", { templateId: params.templateId })}
      />
    </>
  );
}

export { exceptForPreviews as shouldRevalidate };
