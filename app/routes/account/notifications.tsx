import { href, Link, redirect } from "react-router";
import { safePath } from "#app/platform/http/safePath.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: m.common_notifications() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /notifications", {});
}

/** Marks the opened one as read, and redirects to its page; without an `id`, all. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = form.get("id");
  await context.get(apiContext)("POST /notifications/read", id === null ? {} : { id: String(id) });
  return redirect(safePath(String(form.get("to") ?? ""), href("/notifications")));
}

export default function Notifications({ loaderData: { notifications, unread } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={m.common_notifications()}
        description={
          unread > 0 ? m.account_notifications_unread_lead({ unread }) : m.account_notifications_none_unread()
        }
        actions={
          <>
            <ButtonLink to={href("/settings/notifications")} variant="quiet">
              {m.common_choose()}
            </ButtonLink>
            {unread > 0 && (
              <Form method="post">
                <Button variant="secondary">{m.account_notifications_mark_all_as_read()}</Button>
              </Form>
            )}
          </>
        }
      />
      {notifications.length === 0 ? (
        <EmptyState title={m.account_no_notifications_yet()}>{m.account_notifications_empty()}</EmptyState>
      ) : (
        <ul className="card grid gap-0 divide-y divide-line py-2">
          {notifications.map((note) => (
            <li key={note.id} className="relative flex gap-3 py-4">
              <span className={note.readAt ? "note-dot" : "note-dot note-unread"} aria-hidden="true" />
              <div className="min-w-0">
                <NoteTitle note={note} />
                <p>
                  <WhatsappText text={note.body} />
                </p>
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

type Note = Route.ComponentProps["loaderData"]["notifications"][number];

/** The whole entry is a tap target. */
const wholeEntry = "after:absolute after:inset-0";

/** The link of a notification; a form when unread, because opening it marks it as read. */
function NoteTitle({ note: { id, title, href, readAt } }: { note: Note }) {
  if (readAt)
    return (
      <p className="font-semibold">
        {href ? (
          <Link to={href} className={`link ${wholeEntry}`}>
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
    );
  return (
    <Form method="post" className="font-semibold">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="to" value={href ?? ""} />
      <button type="submit" className={`link cursor-pointer text-left ${wholeEntry}`}>
        {title}
        <span className="sr-only"> {m.account_notifications_unread_text()}</span>
      </button>
    </Form>
  );
}
