import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.tasks_delete_task() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /tasks/:taskId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /tasks/:taskId", params);
  return done(`${href("/tasks")}?view=all`, m.tasks_delete_task_deleted_done());
});

export default function DeleteTask({ loaderData: { task }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.tasks_delete_task_title()}
      answer={actionData}
      confirm={{ label: m.tasks_delete_task() }}
      keep={{ label: m.common_keep_it(), to: href("/tasks/:taskId/edit", { taskId: task.id }) }}
    >
      <Naming message={m.tasks_delete_text} name={task.title} />
    </ConfirmPage>
  );
}
