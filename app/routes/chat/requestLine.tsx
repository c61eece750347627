import { href, Link, useLocation } from "react-router";
import { Form } from "#app/ui/form.tsx";
import type { ThreadRequest } from "./threadWords.server.ts";

/** A request for money, between the messages, with what can be done while it is open. */
export function RequestLine({ request }: { request: ThreadRequest }) {
  const { pathname, search } = useLocation();
  const { id, line, to, time, timestamp, isOpen, words } = request;
  const action = href("/requests/:paymentRequestId", { paymentRequestId: id });
  return (
    <li className="my-1 max-w-[85%] justify-self-center text-center text-muted text-xs">
      <Link className="link wrap-anywhere" to={to}>
        {line}
      </Link>{" "}
      <span aria-hidden="true">·</span>{" "}
      <time dateTime={timestamp} className="whitespace-nowrap">
        {time}
      </time>
      {isOpen && (
        <Form method="post" action={action} className="flex justify-center gap-x-4" preventScrollReset>
          <input type="hidden" name="back" value={`${pathname}${search}`} />
          <button type="submit" name="intent" value="prompt" className="link min-h-6">
            {words.prompt}
          </button>
          <button type="submit" name="intent" value="cancel" className="link min-h-6">
            {words.cancel}
          </button>
        </Form>
      )}
    </li>
  );
}
