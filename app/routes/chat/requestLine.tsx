import { Link } from "react-router";
import type { ThreadRequest } from "./threadWords.server.ts";

/** A request for money, between the messages; its page sends another prompt or cancels it. */
export function RequestLine({ request: { line, to, time, timestamp } }: { request: ThreadRequest }) {
  return (
    <li className="my-1 max-w-[85%] justify-self-center text-center text-muted text-xs">
      <Link className="link wrap-anywhere" to={to}>
        {line}
      </Link>{" "}
      <time dateTime={timestamp}>{time}</time>
    </li>
  );
}
