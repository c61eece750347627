import { href, useNavigation } from "react-router";
import { newTemplateForm } from "#app/domain/whatsapp/templates/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { answerTemplateForm, viewOfForm } from "./submission.server.ts";
import { exceptForPreviews, TemplateForm } from "./templateForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.templates_new_page_title() }];

/**
 * Empty, a copy (`copy`), one in another language (`copy`, `language`, empty to choose it), or from the library (`use`,
 * `language`).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { accounts } = await orThrowPage(api("GET /whatsapp/accounts", {}));
  const query = new URL(request.url).searchParams;
  const { values, languages } = await orThrowPage(
    api("GET /templates/start", {
      copy: query.get("copy") ?? undefined,
      use: query.get("use") ?? undefined,
      language: query.get("language") ?? undefined,
    }),
  );
  return {
    accounts: accounts
      .filter(({ status }) => status === "connected")
      .map(({ id, name, wabaId }) => ({
        value: id,
        label: `${name || m.common_whatsapp_account()} (${wabaId})`,
      })),
    languages,
    view: await orThrowPage(viewOfForm(api, values)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext);
  return answerTemplateForm(request, api, newTemplateForm, (draft) => api("POST /templates", draft));
}

export default function TemplateNew({
  loaderData: { accounts, languages, view },
  actionData,
}: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const isBusy = useNavigation().state === "submitting";
  return (
    <>
      <PageHeader title={m.common_create_template()} />
      {accounts.length === 0 ? (
        <EmptyState
          title={m.common_connect_whatsapp_first()}
          action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
        >
          {m.templates_new_empty()}
        </EmptyState>
      ) : (
        <TemplateForm
          accounts={accounts}
          languages={languages}
          view={answer?.view ?? view}
          isBusy={isBusy}
          cancelTo={href("/templates/library")}
        />
      )}
    </>
  );
}

export { exceptForPreviews as shouldRevalidate };
