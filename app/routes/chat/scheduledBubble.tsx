import { Link } from "react-router";
import { Form } from "#app/ui/form.tsx";
import type { ThreadScheduled } from "./threadWords.server.ts";

/** A message that is sent later, or was not sent: when or why, and what can be done with it. */
export function ScheduledBubble({
  message: { text, line, isPending, to, words },
}: {
  message: ThreadScheduled;
}) {
  return (
    <li className="bubble justify-self-end rounded-2xl rounded-br-sm border-brand border-dashed bg-surface">
      <p className={`font-semibold text-xs ${isPending ? "text-muted" : "text-bad"}`}>{line}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <Form method="post" action={to} className="flex flex-wrap gap-x-4 text-sm" preventScrollReset>
        {isPending && (
          <>
            <button type="submit" name="intent" value="send" className="link min-h-6">
              {words.send}
            </button>
            <Link className="link min-h-6 leading-6" to={to}>
              {words.edit}
            </Link>
          </>
        )}
        <button type="submit" name="intent" value="cancel" className="link min-h-6">
          {words.cancel}
        </button>
      </Form>
    </li>
  );
}
