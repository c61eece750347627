import { href, Link, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Task = CallOutput<"GET /tasks">["tasks"][number];

/** A list of tasks, each with the button that completes it; the page returns to its place. */
export function TaskLines({ tasks, empty }: { tasks: Task[]; empty: string }) {
  if (tasks.length === 0) return <p className="hint">{empty}</p>;
  return (
    <ul className="grid gap-3">
      {tasks.map((task) => (
        <li key={task.id} className="flex items-start justify-between gap-2">
          <span className="min-w-0">
            <Link className="link wrap-anywhere" to={href("/tasks/:taskId/edit", { taskId: task.id })}>
              {task.title}
            </Link>
            <span className="hint block">
              <Due task={task} />
              {task.member && `, ${task.member.name}`}
            </span>
          </span>
          <DoneButton task={task} />
        </li>
      ))}
    </ul>
  );
}

export function Due({ task: { dueAt, isOverdue } }: { task: Pick<Task, "dueAt" | "isOverdue"> }) {
  return (
    <>
      {isOverdue && <Badge tone="bad">{m.common_overdue_label()}</Badge>} <Time value={dueAt} />
    </>
  );
}

export function DoneButton({ task }: { task: Pick<Task, "id" | "title" | "doneAt"> }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={href("/tasks")} preventScrollReset>
      <input type="hidden" name="taskId" value={task.id} />
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      <Button
        name="intent"
        value={task.doneAt ? "reopen" : "done"}
        variant="quiet"
        aria-label={m.common_labelled({
          label: task.doneAt ? m.common_reopen() : m.common_status_done(),
          value: task.title,
        })}
      >
        {task.doneAt ? m.common_reopen() : m.common_status_done()}
      </Button>
    </Form>
  );
}
