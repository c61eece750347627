import { href, Link } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { taskFilters, taskId } from "#app/domain/crm/schemas.ts";
import type { TaskView } from "#app/domain/crm/words.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { DoneButton, Due } from "./taskLines.tsx";

const schema = z.object({
  intent: z.enum(["done", "reopen"]),
  taskId,
  back: z.string().max(2000).default(""),
});

export const meta: Route.MetaFunction = () => [{ title: m.common_tasks() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = taskFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await pageApi(context)("GET /tasks", filter);
  return { ...list, view: filter.view };
}

export const action = formAction(schema, async ({ value: { intent, taskId, back }, api }) => {
  await api("POST /tasks/:taskId/done", { taskId, done: intent === "done" });
  return done(
    safePath(back, href("/tasks")),
    intent === "done" ? m.tasks_list_task_done() : m.tasks_list_task_reopened_done(),
  );
});

type Task = CallOutput<"GET /tasks">["tasks"][number];

const views: readonly { view: TaskView; label: string }[] = lazy([
  { view: "mine", label: m.tasks_list_mine_label },
  { view: "all", label: m.tasks_list_all_open },
  { view: "overdue", label: m.common_overdue },
  { view: "done", label: m.tasks_list_done_label },
]);

export default function Tasks({ loaderData: { tasks, page, pages, view } }: Route.ComponentProps) {
  const create = (
    <ButtonLink to={href("/tasks/new")}>
      <Icon name="plus" size={18} /> {m.common_new_task()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={m.common_tasks()} description={m.tasks_list_lead()} actions={create} />
      <Tabs
        label={m.common_tasks()}
        items={views.map(({ view: name, label }) => ({
          to: `${href("/tasks")}?view=${name}`,
          label,
          current: name === view,
        }))}
      />
      <DataTable
        caption={m.common_tasks()}
        paged
        rows={tasks}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/tasks/:taskId/edit", { taskId: id })}
        empty={
          <EmptyState
            title={
              view === "done" ? m.tasks_list_no_finished_tasks_title() : m.tasks_list_no_tasks_here_title()
            }
          >
            {m.tasks_list_empty()}
          </EmptyState>
        }
        columns={columns(view)}
      />
      <Pagination page={page} pages={pages} />
    </>
  );
}

const columns = (view: TaskView): Column<Task>[] => [
  {
    header: m.tasks_task(),
    cell: ({ title }) => title,
    below: ({ note }) => note && <Excerpt text={note} />,
  },
  view === "done"
    ? { header: m.tasks_list_done_at(), cell: ({ doneAt }) => doneAt && <Time value={doneAt} /> }
    : { header: m.common_due(), cell: (task) => <Due task={task} /> },
  { header: m.common_assignee(), cell: ({ member }) => member?.name ?? m.common_unassigned_filter() },
  {
    header: m.common_contact(),
    cell: ({ contactId, contact }) =>
      contactId && (
        <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
          {contact}
        </Link>
      ),
  },
  {
    header: m.common_deal(),
    cell: ({ dealId, deal }) =>
      dealId && (
        <Link className="link wrap-anywhere" to={href("/deals/:dealId", { dealId })}>
          {deal}
        </Link>
      ),
  },
  { header: m.common_action(), plain: "hidden", cell: (task) => <DoneButton task={task} /> },
];

function Excerpt({ text }: { text: string }) {
  return <span className="line-clamp-2 wrap-anywhere">{text}</span>;
}
