import { useState } from "react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { useLive } from "#app/web/live.ts";

export type Unread = CallOutput<"GET /notifications/unread">;

/** A count as a badge shows it. */
export const countText = (count: number): string => (count > 99 ? "99+" : String(count));

/** The counts of the rendered page and, while `following`, updates since. */
export function useUnread(drawn: Unread, following: boolean): Unread {
  const [received, setReceived] = useState<{ since: Unread; counts: Unread } | null>(null);
  useLive(following ? href("/notifications/events") : null, {
    on: { unread: (data) => setReceived({ since: drawn, counts: JSON.parse(data) }) },
  });
  return received?.since === drawn ? received.counts : drawn;
}
