import { clockTime } from "./chatTime.ts";
import type { WordedThread } from "./snoozeWords.server.ts";

export type ThreadEvent = WordedThread["events"][number];

/** What happened to the conversation, between its messages. */
export function EventLine({ event: { line, timestamp } }: { event: ThreadEvent }) {
  return (
    <li className="my-1 max-w-[85%] justify-self-center text-center text-muted text-xs">
      {line} <span aria-hidden="true">·</span>{" "}
      <time dateTime={timestamp} className="whitespace-nowrap">
        {clockTime(timestamp)}
      </time>
    </li>
  );
}
