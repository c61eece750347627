import { Link, redirect } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: "Notifications" }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /notifications", {});
}

export async function action({ context }: Route.ActionArgs) {
  await context.get(apiContext)("POST /notifications/read", {});
  return redirect("/notifications");
}

export default function Notifications({ loaderData: { notifications, unread } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Notifications"
        description={unread > 0 ? `${unread} unread` : "You have read everything."}
        actions={
          unread > 0 && (
            <Form method="post">
              <Button variant="secondary">Mark all as read</Button>
            </Form>
          )
        }
      />
      {notifications.length === 0 ? (
        <EmptyState title="Nothing to tell yet">
          A finished campaign, a template that Meta approved or rejected, a connection that needs you: it is
          told here.
        </EmptyState>
      ) : (
        <ul className="card grid gap-0 divide-y divide-line py-2">
          {notifications.map((note) => (
            <li key={note.id} className="flex gap-3 py-4">
              <span className={note.readAt ? "note-dot" : "note-dot note-unread"} aria-hidden="true" />
              <div className="min-w-0">
                <p className="font-semibold">
                  {note.href ? (
                    <Link to={note.href} className="link">
                      {note.title}
                    </Link>
                  ) : (
                    note.title
                  )}
                  {!note.readAt && <span className="sr-only"> (unread)</span>}
                </p>
                <p>{note.body}</p>
                <p className="hint">
                  <Time value={note.createdAt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
