import { href, useNavigation } from "react-router";
import { draftFromTemplate, newTemplateForm } from "#app/domain/whatsapp/templates/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/new";
import { answerTemplateForm } from "./submission.server.ts";
import { TemplateForm } from "./templateForm.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: "Create template" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { accounts } = await orErrorPage(api("GET /whatsapp/accounts", {}));
  const templateId = new URL(request.url).searchParams.get("copy");
  const copied = templateId ? await orErrorPage(api("GET /templates/:templateId", { templateId })) : null;
  return {
    accounts: accounts
      .filter(({ status }) => status === "connected")
      .map(({ id, name, wabaId }) => ({ value: id, label: `${name || "WhatsApp account"} (${wabaId})` })),
    copied: copied ? draftFromTemplate(copied.template) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerTemplateForm(request, newTemplateForm, (draft) =>
    context.get(apiContext)("POST /templates", draft),
  );
}

export default function TemplateNew({ loaderData: { accounts, copied }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const isBusy = useNavigation().state === "submitting";
  return (
    <Modal title="Create Template" closeTo={href("/templates")} size="xl">
      {accounts.length === 0 ? (
        <EmptyState
          title="Connect WhatsApp first"
          action={<ButtonLink to={href("/whatsapp")}>WhatsApp Setup</ButtonLink>}
        >
          Templates belong to your WhatsApp account, and Meta reviews them there.
        </EmptyState>
      ) : (
        <TemplateForm accounts={accounts} defaults={copied} result={answer?.result} isBusy={isBusy} />
      )}
    </Modal>
  );
}
