import type { ThreadEvent } from "./threadWords.server.ts";

/** What happened to the conversation, between its messages. */
export function EventLine({ event: { line, time, timestamp } }: { event: ThreadEvent }) {
  return (
    <li className="my-1 max-w-[85%] justify-self-center text-center text-muted text-xs">
      {line} <span aria-hidden="true">·</span>{" "}
      <time dateTime={timestamp} className="whitespace-nowrap">
        {time}
      </time>
    </li>
  );
}
