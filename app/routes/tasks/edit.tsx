import { href, Link } from "react-router";
import { taskFields } from "#app/domain/crm/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { TaskForm } from "./taskForm.tsx";
import { DoneButton } from "./taskLines.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.tasks_task() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /tasks/:taskId", params);
  return { ...found, mayDelete: may(context.get(userContext), "deals.delete") };
}

export const action = formAction(
  taskFields,
  async ({ typed, api }, { params: { taskId } }: Route.ActionArgs) => {
    await api("PUT /tasks/:taskId", { ...typed, taskId });
    return done(`${href("/tasks")}?view=all`, m.tasks_edit_task_saved_done());
  },
);

export default function EditTask({
  loaderData: { task, team, mayDelete },
  actionData,
}: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { id: taskId, contactId, dealId } = task;
  return (
    <>
      <PageHeader
        title={task.title}
        description={
          <>
            {contactId && (
              <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
                {m.tasks_for_contact_lead({ name: task.contact ?? "" })}
              </Link>
            )}
            {dealId && (
              <>
                {", "}
                <Link className="link wrap-anywhere" to={href("/deals/:dealId", { dealId })}>
                  {task.deal}
                </Link>
              </>
            )}
            {task.doneAt && <span className="block">{m.tasks_edit_done_lead()}</span>}
          </>
        }
        actions={
          <>
            <DoneButton task={task} />
            {mayDelete && (
              <ButtonLink variant="danger-quiet" to={href("/tasks/:taskId/delete", { taskId })}>
                {m.common_delete()}
              </ButtonLink>
            )}
          </>
        }
      />
      <Card>
        <TaskForm
          values={{
            title: task.title,
            note: task.note,
            memberId: task.member?.id ?? "",
            dueAt: toNairobiInput(new Date(task.dueAt)),
          }}
          team={team}
          result={result}
          submitLabel={m.common_save_changes()}
          back={`${href("/tasks")}?view=all`}
        />
      </Card>
    </>
  );
}
