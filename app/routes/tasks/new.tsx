import { href, Link } from "react-router";
import type { ApiClient } from "#app/api/client.server.ts";
import { newTask } from "#app/domain/crm/schemas.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { TaskForm } from "./taskForm.tsx";

const dayMs = 86_400_000;

export const meta: Route.MetaFunction = () => [{ title: m.common_new_task() }];

const backOf = (request: Request) =>
  safePath(new URL(request.url).searchParams.get("back"), `${href("/tasks")}?view=all`);

/** `contactId` or `dealId` in the address name its subject. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const [contactId, dealId] = [query.get("contactId") ?? "", query.get("dealId") ?? ""];
  const { contact, team, deal } = await orThrowPage(subjectOf(api, { contactId, dealId }));
  // Tomorrow at nine.
  const dueAt = `${toNairobiInput(new Date(Date.now() + dayMs)).slice(0, 10)}T09:00`;
  const memberId = context.get(userContext)?.id ?? "";
  return { contact, deal, team, dueAt, memberId, back: backOf(request) };
}

interface Subject {
  contact: { id: string; name: string } | null;
  deal: { id: string; title: string } | null;
  team: { id: string; name: string }[];
}

async function subjectOf(
  api: ApiClient,
  { contactId, dealId }: { contactId: string; dealId: string },
): Promise<Subject> {
  if (dealId) {
    const { deal, team } = await api("GET /deals/:dealId", { dealId });
    return {
      contact: { id: deal.contactId, name: deal.contact },
      deal: { id: deal.id, title: deal.title },
      team,
    };
  }
  const { contact, team } = contactId
    ? await api("GET /contacts/:contactId/choices", { contactId })
    : await api("GET /deals/choices", {});
  return { contact, deal: null, team };
}

export const action = formAction(newTask, async ({ typed, api, request }) => {
  await api("POST /tasks", typed);
  return done(backOf(request), m.tasks_new_task_created_done());
});

export default function NewTask({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, deal, team, dueAt, memberId, back } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader
        title={m.common_new_task()}
        description={
          contact && (
            <>
              <Link
                className="link wrap-anywhere"
                to={href("/contacts/:contactId", { contactId: contact.id })}
              >
                {m.tasks_for_contact_lead({ name: contact.name })}
              </Link>
              {deal && `, ${deal.title}`}
            </>
          )
        }
      />
      <Card>
        <TaskForm
          values={{ title: "", note: "", memberId, dueAt }}
          team={team}
          result={result}
          hidden={{ contactId: contact?.id ?? "", dealId: deal?.id ?? "" }}
          submitLabel={m.tasks_new_create_task_button()}
          back={back}
        />
      </Card>
    </>
  );
}
