import { Plus } from "lucide-react";
import { href, Link } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { taskFilters, taskId } from "#app/domain/crm/schemas.ts";
import type { TaskView } from "#app/domain/crm/words.ts";
import { safePath } from "#app/platform/safePath.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/list";
import { DoneButton, Due } from "./taskLines.tsx";

const schema = z.object({
  intent: z.enum(["done", "reopen"]),
  taskId,
  back: z.string().max(2000).default(""),
});

export const meta: Route.MetaFunction = () => [{ title: "Tasks" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = taskFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await orErrorPage(context.get(apiContext)("GET /tasks", filter));
  return { ...list, view: filter.view };
}

export const action = formAction(schema, async ({ value: { intent, taskId, back }, api }) => {
  await api("POST /tasks/:taskId/done", { taskId, done: intent === "done" });
  return done(safePath(back, href("/tasks")), intent === "done" ? "Task done." : "The task is open again.");
});

type Task = CallOutput<"GET /tasks">["tasks"][number];

const views: { view: TaskView; label: string }[] = [
  { view: "mine", label: "Mine" },
  { view: "all", label: "All open" },
  { view: "overdue", label: "Overdue" },
  { view: "done", label: "Done" },
];

export default function Tasks({ loaderData: { tasks, page, pages, view } }: Route.ComponentProps) {
  const create = (
    <ButtonLink to={href("/tasks/new")}>
      <Plus size={18} aria-hidden="true" /> New task
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Tasks"
        description="What the team has promised, with the time when it is due. The bell reminds whose task it is."
        actions={create}
      />
      <Tabs
        label="Tasks"
        items={views.map(({ view: name, label }) => ({
          to: `${href("/tasks")}?view=${name}`,
          label,
          current: name === view,
        }))}
      />
      <DataTable
        caption="Tasks"
        paged
        rows={tasks}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/tasks/:taskId/edit", { taskId: id })}
        empty={
          <EmptyState title={view === "done" ? "Nothing is done yet" : "Nothing to do here"}>
            Create a task here, on a contact’s page, beside a conversation, or by a rule.
          </EmptyState>
        }
        columns={columns(view)}
      />
      <Pagination page={page} pages={pages} />
    </>
  );
}

const columns = (view: TaskView): Column<Task>[] => [
  { header: "Task", cell: ({ title }) => title, below: ({ note }) => note && <Excerpt text={note} /> },
  view === "done"
    ? { header: "Done", cell: ({ doneAt }) => doneAt && <Time value={doneAt} /> }
    : { header: "Due", cell: (task) => <Due task={task} /> },
  { header: "Whose", cell: ({ member }) => member?.name ?? "Nobody’s" },
  {
    header: "Contact",
    cell: ({ contactId, contact }) =>
      contactId && (
        <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
          {contact}
        </Link>
      ),
  },
  {
    header: "Deal",
    cell: ({ dealId, deal }) =>
      dealId && (
        <Link className="link wrap-anywhere" to={href("/deals/:dealId", { dealId })}>
          {deal}
        </Link>
      ),
  },
  { header: "Action", plain: "hidden", cell: (task) => <DoneButton task={task} /> },
];

function Excerpt({ text }: { text: string }) {
  return <span className="line-clamp-2 wrap-anywhere">{text}</span>;
}

export { ScreenError as ErrorBoundary };
