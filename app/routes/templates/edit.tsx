import { href, replace, useNavigation } from "react-router";
import { changedTemplateForm, draftFromTemplate } from "#app/domain/whatsapp/templates/schemas.ts";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/edit";
import { answerTemplateForm } from "./submission.server.ts";
import { TemplateForm } from "./templateForm.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: "Edit template" }];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  const { template } = await orErrorPage(
    context.get(apiContext)("GET /templates/:templateId", { templateId }),
  );
  if (!template.editable)
    throw replace(`/templates/${templateId}`, {
      headers: withToast({ kind: "error", text: "Only a rejected template can be edited." }),
    });
  const { name, languageName, rejectionReason } = template;
  return { name, languageName, rejectionReason, draft: draftFromTemplate(template) };
}

export async function action({ request, context, params: { templateId } }: Route.ActionArgs) {
  return answerTemplateForm(request, changedTemplateForm, (content) =>
    context.get(apiContext)("PUT /templates/:templateId", { ...content, templateId }),
  );
}

export default function TemplateEdit({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { name, languageName, rejectionReason, draft } = loaderData;
  const isBusy = useNavigation().state === "submitting";
  return (
    <Modal
      title={`Edit ${name}`}
      closeTo={href("/templates/:templateId", { templateId: params.templateId })}
      size="xl"
    >
      {rejectionReason && (
        <div className="mb-4">
          <Notice tone="bad" title="Rejected">
            {rejectionReason}
          </Notice>
        </div>
      )}
      <TemplateForm
        kept={{ name, languageName }}
        accounts={[]}
        defaults={draft}
        result={answer?.result}
        isBusy={isBusy}
      />
    </Modal>
  );
}
