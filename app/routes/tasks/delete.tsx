import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete task" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /tasks/:taskId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /tasks/:taskId", params);
  return done(`${href("/tasks")}?view=all`, "Task deleted.");
});

export default function DeleteTask({ loaderData: { task }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this task?"
      answer={actionData}
      confirm={{ label: "Delete task" }}
      keep={{ label: "Keep it", to: href("/tasks/:taskId/edit", { taskId: task.id }) }}
    >
      <p>
        <strong className="wrap-anywhere">{task.title}</strong> is deleted. If it is done, tick it off
        instead: then it stays in the list of what was done.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
